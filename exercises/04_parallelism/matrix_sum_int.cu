// 04_parallelism/matrix_sum_int: choose the launch
// Task       Choose a block and a grid that suit the matrix (the book's problem 2.3).
// Given      The kernel is finished. Blocks of (256,1) are the fastest for a square of 16,384 x
//            16,384. But a matrix may also be 3 wide and 16,000 high, or one row of 10,000.
// Done when  the sum is right for any shape; there is one launch, with blocks of 128 to 512
//            threads, in whole warps; more than half of the threads have an element, and a load
//            serves more than half of a warp's lanes on average; wide matrices are loaded in whole
//            sectors (load efficiency of 75 % or more); the threads share the work; nothing between
//            the rows is touched, a and b are unchanged, and no check finds anything.
// Interface  void add_matrices(const int* a, const int* b, int* c, unsigned width, unsigned height,
//                unsigned pitch);   // element (x, y) is at y * pitch + x
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
  // TODO (4 lines): make the block as wide as this matrix needs, and as high as 256 threads allow.
  const dim3 block(256, 1);

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_elements<<<grid, block>>>(a, b, c, width, height, pitch);
  CUDA_CHECK_LAUNCH();
}
