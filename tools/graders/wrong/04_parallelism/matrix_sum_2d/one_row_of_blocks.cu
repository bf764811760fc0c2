// fails: properties: one_row_of_blocks.cu:21: grid-launched(grid-size
//
// The grid covers the width only, and its threads walk down the columns.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width) return;
  for (unsigned row = y; row < height; row += blockDim.y) {
    const unsigned i = row * width + x;
    c[i] = a[i] + b[i];
  }
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x, 1);
  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
