// 04_parallelism/transposed_block: right results, and one slow kernel
// Task       Find, by counting, the kernel that is several times slower than it need be, and repair
//            it.
// Given      Three kernels add two matrices, scale the rows and shift the columns. The results are
//            right. This command counts the sectors per load and store request, kernel by kernel
//            (run ./lockstep verify first: it builds the program):
//   ./lockstep profile --metrics gld_transactions_per_request,gst_transactions_per_request \
//     build/tools/graders/grade_04_parallelism_transposed_block --test-suite=properties
// Done when  the results are right for any width and height; no load and no store touches more than
//            4 sectors on average; a warp's load brings at least 20 elements on average; the GPU
//            reads a and b, the inputs are unchanged, and no check finds anything.
// Interface  combine(), with the parameters described in transposed_block.hpp
#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

// All three in one kernel: c is written once and never read.
__global__ void add_scale_shift(const int* a, const int* b, const int* factor, const int* offset,
                                int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const unsigned i = y * width + x;
    c[i] = a[i] + b[i] * factor[y] + offset[x];
  }
}

void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height) {
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_scale_shift<<<grid, block>>>(a, b, factor, offset, c, width, height);
  CUDA_CHECK_LAUNCH();
}
