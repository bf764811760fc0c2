// Exercise 06_unrolling/switch_dispatch: one kernel for each block size
//
// The kernel below learns its block size when it runs, and has to compute, compare and jump for
// each step of its tree. Make the block size a parameter of the template, so that the compiler
// knows all steps and no loop is left. A template parameter must be known when the program is
// compiled, block_size is known when it runs: a switch leads from one to the other, over all sizes
// from 32 to 1024 that are powers of two. For any other size there is no kernel, and the call is
// refused.
//
// What is checked: the sums, for sizes around a warp and a block, and for all six block sizes; that
// every other block size gives false, launches nothing and writes nothing; that `data` stays as it
// is and nothing outside of it is read; that one kernel is launched, another one for each block
// size, in blocks of that size; that a warp executes at most 85 % of the instructions that it
// executes now; that the threads share the work.
//
// The parameters are described beside this file, in switch_dispatch.hpp.
#include <lockstep/check.hpp>

#include "06_unrolling/switch_dispatch.hpp"

constexpr unsigned largest_block = 1024;

// TODO (about 3 lines): which numbers does the compiler know now, if this is a template?
// partial[b] = the sum of the elements of block b, blockDim.x of them.
template <unsigned Threads>
__global__ void sums_of(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
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

  // TODO (about 20 lines): which kernel is it, and what if there is none?
  switch (block_size) {
    case 1024:
      sums_of<1024><<<blocks, 1024>>>(data, partial, size);
      break;
    case 512:
      sums_of<512><<<blocks, 512>>>(data, partial, size);
      break;
    case 256:
      sums_of<256><<<blocks, 256>>>(data, partial, size);
      break;
    case 128:
      sums_of<128><<<blocks, 128>>>(data, partial, size);
      break;
    case 64:
      sums_of<64><<<blocks, 64>>>(data, partial, size);
      break;
    case 32:
      sums_of<32><<<blocks, 32>>>(data, partial, size);
      break;
    default:
      return false;
  }

  CUDA_CHECK_LAUNCH();
  return true;
}
