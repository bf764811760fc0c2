// 04_parallelism/transposed_block: right results, and one slow kernel
// Task       Find, by counting, the kernel that is several times slower than it need be, and repair
//            it.
// Given      Three kernels add two matrices, scale the rows and shift the columns. The results are
//            right. This command, on one line, counts the sectors per load and store request,
//            kernel by kernel (run ./lockstep verify first: it builds the program):
//   ./lockstep profile --metrics gld_transactions_per_request,gst_transactions_per_request
//     build/tools/graders/grade_04_parallelism_transposed_block --test-suite=properties
// Done when  the results are right for any width and height; no load and no store touches more than
//            4 sectors on average; a warp's load brings at least 20 elements on average; the
//            threads share the work; the GPU reads a and b, the inputs are unchanged, and no check
//            finds anything.
// Interface  combine(), with the parameters described in transposed_block.hpp
#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

// TODO (2 lines of what follows): make neighbouring threads use neighbouring elements everywhere.
constexpr unsigned side = 32;  // of a block

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.y;
  const unsigned y = blockIdx.y * side + threadIdx.x;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] *= factor[y];
}

__global__ void shift_columns(const int* offset, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] += offset[x];
}

void combine(const int* a, const int* b, const int* factor, const int* offset, int* c,
             unsigned width, unsigned height) {
  const dim3 block(side, side);
  const dim3 grid((width + side - 1) / side, (height + side - 1) / side);
  add<<<grid, block>>>(a, b, c, width, height);
  scale_rows<<<grid, block>>>(factor, c, width, height);
  shift_columns<<<grid, block>>>(offset, c, width, height);
  CUDA_CHECK_LAUNCH();
}
