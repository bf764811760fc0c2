#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < size) {
    c[i] = a[i] + b[i];
    i += gridDim.x;  // on to the next one, a grid away
  }
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;

  int device, sms, per_sm;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, add_elements, block_size, 0));

  unsigned blocks = sms * per_sm;
  unsigned needed = (size + block_size - 1) / block_size;
  if (needed < blocks) blocks = needed;

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
