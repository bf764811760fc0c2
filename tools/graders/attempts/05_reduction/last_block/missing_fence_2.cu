// 05_reduction/last_block
#include "05_reduction/last_block.hpp"

constexpr unsigned largest_block = 1024;

// Adds up a value of each thread of the block, all of which must come. Thread 0 gets the sum.
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

// Stores this block's sum and tells all its threads if every other block has done so, too.
__device__ bool deliver(int sum_of_block, int* partial, unsigned* counter) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum_of_block;
    const unsigned ticket = atomicAdd(counter, 1);
    last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  return last;
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int sum_of_block = block_sum(i < size ? data[i] : 0);

  if (!deliver(sum_of_block, partial, counter)) return;

  // only the last block is still here
  int rest = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) rest += partial[b];
  const int total = block_sum(rest);
  if (t == 0) {
    *result = total;
    *counter = 0;
  }
}
