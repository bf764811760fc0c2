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

// partial[b] = the sum of the elements of block b, `threads` of them.
template <unsigned threads>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[threads];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * threads + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

#pragma unroll
  for (unsigned stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

bool block_sums(const int* data, int* partial, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;

  switch (block_size) {
    case 32:
      sums_of<32><<<blocks, 32>>>(data, partial, size);
      break;
    case 64:
      sums_of<64><<<blocks, 64>>>(data, partial, size);
      break;
    case 128:
      sums_of<128><<<blocks, 128>>>(data, partial, size);
    case 256:
      sums_of<256><<<blocks, 256>>>(data, partial, size);
      break;
    case 512:
      sums_of<512><<<blocks, 512>>>(data, partial, size);
      break;
    case 1024:
      sums_of<1024><<<blocks, 1024>>>(data, partial, size);
      break;
    default:
      return false;
  }

  CUDA_CHECK_LAUNCH();
  return true;
}
