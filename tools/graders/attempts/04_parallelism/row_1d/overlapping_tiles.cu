// 04_parallelism/row_1d: blocks of one row, two elements for each thread
// Task       Let each thread add two elements of its row, and launch no more blocks than that needs
//            (the book's problem 2.4).
// Given      The grid has two dimensions, the blocks have one: a block works in one row, and a
//            thread adds one element of it. Which two each thread takes is your choice; they need
//            not be neighbours. Think of what all lanes of a warp load at the same time.
// Done when  the sum is right for any width and blocks of 32 to 1024 threads; there is one launch,
//            with a block for each 2 * block_size elements of a row; elements are read once, with a
//            load efficiency of 90 % or more, and the same for stores; a and b are unchanged, and
//            no check finds anything.
// Interface  void add_matrices(const float* a, const float* b, float* c, unsigned width,
//                              unsigned height, unsigned block_size);
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

constexpr unsigned per_thread = 2;

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned row = blockIdx.y * width;
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const unsigned column = x + k * blockDim.x;
    if (column < width) c[row + column] = a[row + column] + b[row + column];
  }
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned columns = per_thread * block_size;  // of a block
  const dim3 grid((width + columns - 1) / columns, height);
  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
