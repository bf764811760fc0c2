// fails: results: never_the_last.cu:35: nobody-writes(result … experiment(`gridDim.x`, line(31
//
// atomicAdd gives what was there before: it is never the number of all blocks.
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

  __shared__ bool is_last;
  if (t == 0) {
    partial[blockIdx.x] = sum_of_block;
    __threadfence();
    is_last = atomicAdd(counter, 1) == gridDim.x;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;  // all threads of a block together

  int mine = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) mine += partial[b];
  const int total = block_sum(mine);
  if (t == 0) {
    *result = total;
    *counter = 0;
  }
}
