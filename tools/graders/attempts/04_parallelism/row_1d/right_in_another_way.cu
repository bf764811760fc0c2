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

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned row = blockIdx.y * width;
  const unsigned begin = 2 * blockIdx.x * blockDim.x;
  const unsigned end = min(begin + 2 * blockDim.x, width);
  for (unsigned x = begin + threadIdx.x; x < end; x += blockDim.x)
    c[row + x] = a[row + x] + b[row + x];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const unsigned span = 2 * block_size;
  add_elements<<<dim3((width - 1) / span + 1, height), block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
