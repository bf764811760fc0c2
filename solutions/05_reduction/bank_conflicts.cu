// Solution of 05_reduction/bank_conflicts
//
// Thread t uses word t in every step, and the word `stride` further on. The lanes of a warp then
// use 32 neighbouring words, one in each bank. The sums that are left stay next to each other at
// the front, and so do the threads that add them: a warp diverges only once fewer than 32 are left,
// as often as before.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
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
