// fails: checks: atomic_result.cu:29: … race(updates
//
// Each block adds its sum to the result, which block 0 sets to 0, perhaps after others have added.
#include "05_reduction/last_block.hpp"

constexpr unsigned largest_block = 1024;

// Adds up one value of each thread. All threads of the block must call it; thread 0 gets the sum.
__device__ int block_sum(int value) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = value;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  return tile[t];
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int sum_of_block = block_sum(i < size ? data[i] : 0);

  if (t == 0) {
    if (blockIdx.x == 0) *result = 0;
    atomicAdd(result, sum_of_block);
  }
}
