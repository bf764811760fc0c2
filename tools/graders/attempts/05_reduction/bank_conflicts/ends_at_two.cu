// Exercise 05_reduction/bank_conflicts: a reduction whose lanes never wait for a bank
//
// The kernel below adds up the elements of a block in shared memory. Neighbouring threads add, so
// that warps hardly diverge; but the words they add lie 2, 4, 8, ... apart. Shared memory has 32
// banks, and word i lies in bank i % 32: lanes that need different words of one bank are served in
// turn. In the first step two lanes share each bank they use; then four, then eight.
//
// Change which words the threads add, so that no lane ever waits. The result stays the same.
//
// What is checked: the sums, for sizes around a warp and a block, and for blocks of 64 to 1024
// threads; that `data` stays as it is and nothing outside of it is read; that there is no bank
// conflict at all; that every element still goes through shared memory, without atomics; that the
// threads share the work; that warps diverge no more often than they do now.
//
// How the kernel is launched is described beside this file, in bank_conflicts.hpp.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 1; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
