// 04_parallelism/row_1d
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

// A thread takes one element from the left half of its block's part of the row, and the one at the
// same place in the right half. So lanes always load neighbours.
__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned row = blockIdx.y * width;
  const unsigned left = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned right = left + blockDim.x;

  if (left < width) c[row + left] = a[row + left] + b[row + left];
  if (right < width) c[row + right] = a[row + right] + b[row + right];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned per_block = 2 * block_size;
  const unsigned blocks_of_row = (width + per_block - 1) / per_block;
  add_elements<<<dim3(blocks_of_row, height), dim3(block_size)>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
