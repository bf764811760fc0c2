// 06_unrolling/switch_dispatch: one kernel for each block size
// Task       Make the block size a parameter of a template, so that no loop is left in the tree,
//            and pick the kernel for block_size by a switch.
// Given      The kernel learns its block size when it runs: it computes, compares and jumps in each
//            step. A template parameter has to be known when the program is compiled, while
//            block_size is known when it runs.
// Done when  the sums are right for any size and blocks of 32, 64, ..., 1024 threads; for every
//            other block_size the call returns false, launches nothing and writes nothing; each
//            size has its own kernel and one launch; a warp executes at most 85 % of the
//            instructions that it does now; the threads share the work; no check finds anything.
// Interface  bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size);
#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

// TODO (about 3 lines): make this a template, use its parameter for blockDim.x, and unroll the
// loop.
// partial[b] = the sum of the elements of block b, blockDim.x of them.
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[1024];  // for the largest block
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;

  // TODO (about 20 lines): launch the kernel for this block size; return false if there is none.
  sums_of<<<blocks, block_size>>>(data, partial, size);

  CUDA_CHECK_LAUNCH();
  return true;
}
