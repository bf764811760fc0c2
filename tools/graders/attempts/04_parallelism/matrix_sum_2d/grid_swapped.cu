// Exercise 04_parallelism/matrix_sum_2d: the sum of two matrices of any shape
//
// One thread for each element, in blocks of a shape that the caller chooses. The host function
// launches one block; the kernel does nothing yet. Write both: the grid that covers the matrix, and
// what the thread at (x, y) has to do. Width and height are seldom multiples of the block's.
//
// What is checked: the sum, for widths and heights around a warp and a block, ragged and random,
// and for blocks of many shapes; that `a` and `b` stay as they are and nothing outside of them is
// read; that there is one launch, with blocks of the shape asked for and a thread for each element;
// that every element is read once, by the GPU; that neighbouring threads use neighbouring elements,
// so that a warp's load touches no more than 4 sectors.
//
// The parameters are described beside this file, in matrix_sum_2d.hpp.
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  // TODO (1 line): how many blocks are needed to cover a row, and how many to cover a column?
  unsigned gx = (width + block.y - 1) / block.y;
  unsigned gy = (height + block.x - 1) / block.x;
  dim3 grid(gx, gy);

  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
