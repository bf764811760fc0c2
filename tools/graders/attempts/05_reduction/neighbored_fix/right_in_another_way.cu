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
  const unsigned t = threadIdx.x;
  int* tile = data + first;
  const unsigned count = min(blockDim.x, size - first);

  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    const unsigned workers = count > half ? min(half, count - half) : 0;
    if (t < workers) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = *tile;
}
