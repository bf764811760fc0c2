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

// Stores a block's sum and tells all of its threads whether it is the last one to do so. The
// counter wraps round to 0 by itself.
__device__ bool publish(int value, int* partial, unsigned* counter) {
  bool last = false;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = value;
    __threadfence();
    last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
  }
  return __syncthreads_or(last);
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int own = block_sum(i < size ? data[i] : 0);
  if (publish(own, partial, counter)) {
    __threadfence();
    const int total = block_sum(t < gridDim.x ? partial[t] : 0);
    if (t == 0) *result = total;
  }
}
