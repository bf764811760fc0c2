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

  // TODO (16 lines): store the block's sum, make it visible to other blocks, then count the block.
  // Tell all threads of the block whether it is the last; if so, let them add up `partial`.
  if (t == 0) partial[blockIdx.x] = sum_of_block;
}
