#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);
  int* tile = data + first;

  for (unsigned stride = 1; stride < blockDim.x; stride <<= 1) {
    const unsigned left = threadIdx.x * stride * 2;
    if (left < count) tile[left] += tile[left + stride];
    __syncthreads();
  }

  if (threadIdx.x == 0) partial[blockIdx.x] = *tile;
}
