// 05_reduction/bank_conflicts: no lane waits for a bank
// Task       Change which words of the tile the threads add, so that no access of a warp has a bank
//            conflict. The sums stay the same.
// Given      The kernel adds up a block's elements in shared memory, by neighbouring threads. But
//            the words that they add lie 2, 4, 8, ... apart, and word i lies in bank i % 32: two
//            lanes share a bank in the first step, then four, then eight.
// Done when  the sums are right for any size and blocks of 64 to 1024 threads; there are no bank
//            conflicts and no atomics; every element goes through shared memory; warps diverge no
//            more often than now, and the threads share the work; no check finds anything.
// Interface  __global__ void block_sums(const int* data, int* partial, unsigned size);
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned width = largest_block; width > 1;) {
    width /= 2;
    if (t < width) tile[t] += tile[t + width];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
