#include <lockstep/check.hpp>

#include <algorithm>

#include "04_parallelism/grid_stride.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned step = gridDim.x * blockDim.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < size) {
    c[i] = a[i] + b[i];
    i += step;
  }
}

// Blocks that the device holds at the same time.
static unsigned resident_blocks(unsigned block_size) {
  int device = 0, processors = 0, on_each = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, add_elements,
                                                           static_cast<int>(block_size), 0));
  return static_cast<unsigned>(processors * on_each);
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  const unsigned needed = (size + block_size - 1) / block_size;
  const unsigned blocks = std::min(needed, resident_blocks(block_size));
  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
