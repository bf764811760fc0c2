// fails: checks: grid-never-goes-on
//
// Every block waits for all, and some of them find no place before others have ended.
#include "05_reduction/last_block.hpp"

constexpr unsigned largest_block = 1024;

// Adds up a value of each thread of the block, all of which must come, and may come again. All get
// the sum.
__device__ int block_sum(int value) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = value;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  const int sum = tile[0];
  __syncthreads();
  return sum;
}

__device__ void wait_until(unsigned* counter, unsigned count) {
  while (atomicAdd(counter, 0u) < count) continue;
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int sum_of_block = block_sum(i < size ? data[i] : 0);
  if (t == 0) {
    partial[blockIdx.x] = sum_of_block;
    __threadfence();
    atomicAdd(counter, 1u);
    wait_until(counter, gridDim.x);
    atomicAdd(counter, 1u);
    __threadfence();
  }
  __syncthreads();
  if (blockIdx.x > 0) return;

  int rest = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) rest += atomicAdd(partial + b, 0);
  rest = block_sum(rest);
  if (t == 0) {
    *result = rest;
    wait_until(counter, 2 * gridDim.x);
    *counter = 0;
  }
}
