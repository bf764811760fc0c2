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

// Stores this block's sum and says, to all threads, whether all other blocks had done so before.
// atomicInc begins at 0 again by itself after gridDim.x - 1: nobody has to reset the counter.
__device__ bool hand_in(int value, int* partial, unsigned* counter) {
  int last = 0;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = value;
    __threadfence();
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  return __syncthreads_or(last) != 0;
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!hand_in(block_sum(i < size ? data[i] : 0), partial, counter)) return;

  int rest = 0;
  for (const int* p = partial + threadIdx.x; p < partial + gridDim.x; p += blockDim.x) rest += *p;
  rest = block_sum(rest);
  if (threadIdx.x == 0) *result = rest;
}
