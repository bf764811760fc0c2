// Exercise 05_reduction/last_block: the last block adds what all have left
//
// Each block leaves its sum in `partial`. One launch is to give one number: so one block has to add
// up these sums, when all are there. No block may wait for others, which perhaps have not begun and
// need its place. But the block that comes last has nobody to wait for. It can be any block: blocks
// run in any order.
//
// Let blocks count themselves, by an atomic addition to *counter, when they have left their sum.
// The one that finds all others counted adds up, with all its threads, stores *result, and leaves
// *counter as it was, for the next launch. Mind that whoever sees a block counted must see its sum,
// too: an atomic addition alone does not promise it.
//
// What is checked: the sum, for sizes around a warp, a block, a block of blocks, ragged, large and
// random, for blocks of 64 to 1024 threads, and in launch after launch with the same counter; that
// *counter is 0 after each; that `data` stays as it is and nothing outside of it is read; that no
// thread reads what another has not surely written; that every element is read, and only once; that
// the last block's threads share the work.
//
// The parameters are described beside this file, in last_block.hpp.
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
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int sum_of_block = block_sum(i < size ? data[i] : 0);

  __shared__ bool is_last;
  if (t == 0) {
    partial[blockIdx.x] = sum_of_block;
    is_last = false;
  }
  __threadfence();
  __syncthreads();
  if (atomicAdd(counter, 1) == gridDim.x - 1) is_last = true;
  __threadfence();
  __syncthreads();
  if (!is_last) return;

  int rest = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) rest += partial[b];
  const int total = block_sum(rest);
  if (t == 0) {
    *result = total;
    *counter = 0;
  }
}
