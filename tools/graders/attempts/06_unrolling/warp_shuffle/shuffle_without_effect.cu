#include "06_unrolling/warp_shuffle.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int warp_sums[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  int value = i < size ? data[i] : 0;
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value + __shfl_down_sync(0xFFFFFFFF, value, distance);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  if (warp > 0) return;
  value = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  if (lane == 0) partial[blockIdx.x] = value;
}
