// Exercise 04_parallelism/row_1d: blocks of one row, two elements a thread
//
// The sum of two matrices by a grid of two dimensions whose blocks have one: a block works in one
// row, and each thread adds one element of it. A block that took twice as many elements would be
// started half as often. Let each thread add two elements of the row, and launch no more blocks
// than are needed then.
//
// Which two? They need not be neighbours. Think of all lanes of a warp and of one load at a time.
//
// What is checked: the sum, for widths around one and two blocks, ragged and random, and for blocks
// of 32 to 1024 threads; that `a` and `b` stay as they are and nothing outside of them is read;
// that there is one launch, of blocks of (block_size, 1), as many as are needed: a row of blocks
// for each row of the matrix, and a block in it for each 2 * block_size elements; that every
// element is read once; that loads use all they touch: at least 90 % of the bytes that are moved
// are asked for.
//
// The parameters are described beside this file, in row_1d.hpp.
#include <lockstep/check.hpp>

#include "04_parallelism/row_1d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = blockIdx.y * width + x;
  if (x < width) c[i] = a[i] + b[i];
  const unsigned j = i + blockDim.x;
  if (x + blockDim.x < width) c[j] = a[j] + b[j];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  unsigned block_size) {
  const dim3 grid((width + 2 * block_size - 1) / (2 * block_size), height);

  add_elements<<<grid, block_size>>>(a, b, c, width);
  CUDA_CHECK_LAUNCH();
}
