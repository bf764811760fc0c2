// fails: checks: out_of_bounds
//
// The guard was lost with the change: the last block reads past the end.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* input, int* sums, unsigned n) {
  __shared__ int values[largest_block];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;
  values[tid] = input[i];
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = values[0];
}
