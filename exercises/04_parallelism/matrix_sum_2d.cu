// 04_parallelism/matrix_sum_2d: the sum of two matrices of any shape
// Task       Write the kernel, c = a + b with one thread for each element, and the grid that covers
//            the matrix.
// Given      The caller chooses the shape of the blocks. Width and height are seldom multiples of
//            the block's, so some threads fall outside the matrix. The kernel does nothing yet, and
//            the host launches one block.
// Done when  the sum is right for any width, height and shape of block; there is one launch, with a
//            thread for each element; elements are read once, by neighbouring threads, so that a
//            warp's load touches at most 4 sectors; the threads share the work; a and b are
//            unchanged, and no check finds anything.
// Interface  void add_matrices(const float* a, const float* b, float* c, unsigned width,
//                unsigned height, dim3 block);   // element (x, y) is at y * width + x
#include <lockstep/check.hpp>

#include "04_parallelism/matrix_sum_2d.hpp"

__global__ void add_elements(const float* a, const float* b, float* c, unsigned width,
                             unsigned height) {
  // TODO (4 lines): compute this thread's x and y; if they are inside the matrix, add the element.
}

void add_matrices(const float* a, const float* b, float* c, unsigned width, unsigned height,
                  dim3 block) {
  // TODO (1 line): make the grid as many blocks wide as cover a row, and as high as cover a column.
  const dim3 grid(1, 1);

  add_elements<<<grid, block>>>(a, b, c, width, height);
  CUDA_CHECK_LAUNCH();
}
