// Exercise 05_reduction/shared_memory: sums that stay on the chip
//
// The kernel below adds up the elements of a block in place. Each step reads sums from global
// memory and writes sums to it; afterwards the elements are lost. Do the same additions in shared
// memory: load each element once, and store nothing but the sum of the block.
//
// What is checked: the sums, for sizes around a warp and a block, and for blocks of 64 to 1024
// threads; that `data` stays as it is and nothing outside of it is read; that a block loads each
// element once, and stores 4 bytes; that the threads share the work.
//
// How the kernel is launched is described beside this file, in shared_memory.hpp.
#include "05_reduction/shared_memory.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  const unsigned t = threadIdx.x;

  // TODO (3 lines): an array in shared memory, filled by all threads. How large is it, what do
  // threads without an element put there, and when may others read it?
  int* tile = data + first;

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    // TODO (1 line): which of these questions is still needed?
    if (t < stride && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
