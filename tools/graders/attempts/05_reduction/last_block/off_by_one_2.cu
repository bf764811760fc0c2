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

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  __shared__ bool i_am_last;
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int own = block_sum(i < size ? data[i] : 0);

  if (t == 0) {
    partial[blockIdx.x] = own;
    __threadfence();
    // counts up, and goes back to 0 by itself
    const unsigned before = atomicInc(counter, gridDim.x);
    i_am_last = before == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!i_am_last) return;  // the whole block

  int rest = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) rest += partial[b];
  const int total = block_sum(rest);
  if (t == 0) *result = total;
}
