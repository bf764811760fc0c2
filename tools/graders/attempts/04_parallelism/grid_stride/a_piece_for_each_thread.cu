#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned per_thread = size / threads + (size % threads != 0);
  const unsigned long long first =
      (unsigned long long)per_thread * (blockIdx.x * blockDim.x + threadIdx.x);
  for (unsigned long long i = first; i < first + per_thread && i < size; i++)
    c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;
  int processors = 0, per_processor = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CUDA_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, add_elements, block_size, 0));
  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned resident = processors * per_processor;
  const unsigned blocks = needed < resident ? needed : resident;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
