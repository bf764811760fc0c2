// Exercise 04_parallelism/matrix_sum_int: choose the launch
//
// The sum of two matrices of integers; the kernel is finished. You choose the block and the grid.
// Blocks of (256,1) are the fastest in this chapter's table, but they were measured on a square of
// 16,384 x 16,384. Here come matrices of any shape: 3 wide and 16,000 high, or one row of 10,000.
//
// What is checked: the sum, for matrices of many shapes, up to 100,000 rows; that `a` and `b` stay
// as they are, as does what lies between the rows; that there is one launch, with blocks of 128 to
// 512 threads, in whole warps; that, whatever the shape of the matrix (48,000 elements, 1 to 10,000
// wide), more than half of the threads launched have an element, and so have more than half of the
// lanes that a load could serve; that wide matrices are loaded in whole sectors: at least 75 % of
// the bytes that are moved are asked for.
//
// The parameters are described beside this file, in matrix_sum_int.hpp.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_int.hpp"

__global__ void add_elements(const int* a, const int* b, int* c, unsigned width, unsigned height,
                             unsigned pitch) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * pitch + x;
  c[i] = a[i] + b[i];
}

void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
                  unsigned pitch) {
  // TODO (4 lines): how wide should a block be for this matrix, and how high is it then?
  unsigned block_width = 1;
  while (block_width < width && block_width < 1024) block_width *= 2;
  const dim3 block(block_width, 256 / block_width);

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height, pitch);
  CUDA_CHECK_LAUNCH();
}
