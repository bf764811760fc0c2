// 05_reduction/neighbored_fix: the same additions by neighbouring threads
// Task       Let the first threads of the block do the additions of every step. Which elements are
//            added to which may stay as it is.
// Given      The kernel adds up a block's elements in place, first neighbours, then sums 2, 4, 8,
//            ... elements apart. The sums are right. But every second thread adds, then every
//            fourth, then every eighth, so in each step every warp has lanes that add and lanes
//            that wait.
// Done when  the sums are right for any size and blocks of 64 to 1024 threads; a block diverges at
//            most 8 times; the threads share the work; no check finds anything.
// Interface  __global__ void block_sums(int* data, int* partial, unsigned size);
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  int* tile = data + first;

  unsigned at = 2 * threadIdx.x;  // doubles in each step
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (at < count) tile[at] += tile[at + stride];
    at *= 2;
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}
