// fails: properties: fixed_grid.cu:18: grid-launched(grid-size
//
// A number of blocks that was right once, for another block.
#include <lockstep/check.hpp>

#include "04_parallelism/grid_stride.hpp"

#include <algorithm>

__global__ void add_elements(const float* a, const float* b, float* c, unsigned size) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += stride)
    c[i] = a[i] + b[i];
}

void add_vectors(const float* a, const float* b, float* c, unsigned size, unsigned block_size) {
  if (size == 0) return;
  const unsigned blocks = std::min(1056u, (size + block_size - 1) / block_size);

  add_elements<<<blocks, block_size>>>(a, b, c, size);
  CUDA_CHECK_LAUNCH();
}
