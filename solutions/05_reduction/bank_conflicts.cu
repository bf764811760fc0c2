// Solution of 05_reduction/bank_conflicts
//
// Thread tid uses word tid in every step, and the word `stride` further on. The lanes of a warp
// then use 32 neighbouring words, which lie in the 32 banks, one in each. The sums still to be
// added stay next to each other at the front, and so do the threads that add them: the warps
// diverge only once fewer than 32 are left, as often as before.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* input, int* sums, unsigned n) {
  __shared__ int values[largest_block];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;
  values[tid] = i < n ? input[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = values[0];
}
