// Solution of 05_reduction/shared_memory
//
// Every thread loads its element into shared memory, and from then on the block works there: global
// memory is asked once for each element. The array has a place for each thread of the largest
// block, as its size must be known to the compiler. The barrier before the steps is new: what
// another thread loads has to be there before it is read. Threads without an element put 0, so no
// step has to ask any more where the data ends.
#include "05_reduction/shared_memory.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  const unsigned t = threadIdx.x;

  __shared__ int tile[largest_block];
  tile[t] = t < count ? data[first + t] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
