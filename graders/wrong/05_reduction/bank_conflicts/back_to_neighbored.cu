// fails: properties: divergent branches
//
// Lanes of a warp stay in their own 32 words, so no bank is shared; but in each step fewer of them
// add.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* input, int* sums, unsigned n) {
  __shared__ int values[largest_block];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;
  values[tid] = i < n ? input[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (tid % (2 * stride) == 0) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = values[0];
}
