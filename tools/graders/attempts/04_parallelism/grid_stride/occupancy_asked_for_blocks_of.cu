#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += step) c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;

  int device = 0, processors = 0, resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, add_elements, 256, 0));

  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned fit = static_cast<unsigned>(processors * resident);
  add_elements<<<needed < fit ? needed : fit, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
