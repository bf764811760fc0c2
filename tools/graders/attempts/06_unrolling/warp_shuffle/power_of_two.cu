#include "06_unrolling/warp_shuffle.hpp"

// Lane 0 gets the sum of the first 2 * farthest lanes.
__device__ int fold(int value, unsigned farthest) {
  for (unsigned distance = farthest; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  return value;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int warp_sums[32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned warps = blockDim.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  int value = fold(i < size ? data[i] : 0, 16);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  if (warp > 0) return;
  value = lane < warps ? warp_sums[lane] : 0;
  value = fold(value, warps / 2);
  if (lane == 0) partial[blockIdx.x] = value;
}
