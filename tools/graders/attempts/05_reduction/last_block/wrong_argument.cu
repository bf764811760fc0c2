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

// Stores the block's sum for the others, and says whether all of them have stored theirs by now.
__device__ bool store_and_count(int sum_of_block, int* partial, unsigned* counter) {
  partial[blockIdx.x] = sum_of_block;
  __threadfence();
  const unsigned before = atomicInc(counter, gridDim.x);
  __threadfence();
  return before + 1 == gridDim.x;
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int sum_of_block = block_sum(i < size ? data[i] : 0);

  if (t == 0) last = store_and_count(sum_of_block, partial, counter);
  __syncthreads();
  if (!last) return;

  int mine = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) mine += partial[b];
  const int total = block_sum(mine);
  if (t == 0) *result = total;
}
