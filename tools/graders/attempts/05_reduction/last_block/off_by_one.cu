// 05_reduction/last_block: the last block adds the partial sums
// Task       Get one number from one launch: let each block count itself in *counter by an atomic
//            addition once its sum is stored. The block that comes last adds up all the sums, with
//            all its threads, stores *result, and sets *counter back to 0 for the next launch.
// Given      Each block leaves its sum in `partial`. Blocks run in any order and must not wait for
//            each other. An atomic addition alone does not guarantee that a block that sees
//            another one counted also sees its sum.
// Done when  the sum is right for any size, blocks of 64 to 1024 threads, and launch after launch;
//            every element is read once; the last block's threads share the work; no check finds
//            anything.
// Interface  __global__ void sum(data, partial, counter, result, size): see last_block.hpp
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

// Thread 0 stores and counts; every thread learns whether all blocks are done.
__device__ bool all_done(int sum_of_block, int* partial, unsigned* counter) {
  bool last = false;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum_of_block;
    __threadfence();
    // starts again from 0 by itself
    last = atomicInc(counter, gridDim.x) == gridDim.x - 1;
  }
  return __syncthreads_or(last);
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum_of_block = block_sum(i < size ? data[i] : 0);

  if (!all_done(sum_of_block, partial, counter)) return;
  __threadfence();

  int mine = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) mine += partial[b];
  const int total = block_sum(mine);
  if (threadIdx.x == 0) *result = total;
}
