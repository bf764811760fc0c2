// Exercise 04_parallelism/transposed_block: right, and slow
//
// A small pipeline: two matrices are added, rows are scaled, columns are shifted. All results are
// right, for matrices of any shape. But one of the three kernels is several times as slow as it
// need be. Find it by measuring, then read it, and repair it.
//
// ./lockstep verify builds a program, and ./lockstep profile counts what its kernels do:
//
//   ./lockstep profile --metrics gld_transactions_per_request,gst_transactions_per_request \
//     build/tools/graders/grade_04_parallelism_transposed_block --test-suite=properties
//
// (Sectors per request, of loads and of stores, for each kernel; the names are nvprof's.)
//
// What is checked: the results, for widths and heights around a block, ragged and random; that the
// inputs stay as they are and nothing outside of them is read; that the GPU reads every element of
// `a` and `b`, and the host none; that no load and no store of a warp touches more than 4 sectors,
// on average; that warps load at least 20 elements with one instruction.
//
// The parameters are described beside this file, in transposed_block.hpp.
#include <lockstep/check.hpp>

#include "04_parallelism/transposed_block.hpp"

// TODO (2 lines of what follows): which kernel touches more sectors than it need, and why?
constexpr unsigned side = 32;  // of a block

__global__ void add(const int* a, const int* b, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
  const unsigned y = blockIdx.y * side + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned i = y * width + x;
  c[i] = a[i] + b[i];
}

__global__ void scale_rows(const int* factor, int* c, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * side + threadIdx.x;
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
