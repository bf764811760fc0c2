// fails: results: sums: element 0: expected
//
// The tree stops one step early: `stride > 1` leaves two sums.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* input, int* sums, unsigned n) {
  __shared__ int values[largest_block];
  const unsigned tid = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + tid;
  values[tid] = i < n ? input[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 1; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = values[0];
}
