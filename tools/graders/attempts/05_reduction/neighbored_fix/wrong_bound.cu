#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned begin = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - begin);
  int* tile = data + begin;

  unsigned stride = 1;
  while (stride < blockDim.x) {
    // thread 0 -> 0, thread 1 -> 2 * stride, thread 2 -> 4 * stride ...
    const unsigned left = threadIdx.x * stride * 2;
    const unsigned right = left + stride;
    if (left < count) tile[left] += tile[right];
    __syncthreads();
    stride *= 2;
  }

  if (threadIdx.x == 0) partial[blockIdx.x] = *tile;
}
