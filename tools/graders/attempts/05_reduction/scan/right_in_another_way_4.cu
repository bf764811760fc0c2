#include "05_reduction/scan.hpp"

// The sum of the values of the lanes up to and including this one.
__device__ int sum_up_to(unsigned lane, int value) {
#pragma unroll
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const int other = __shfl_up_sync(0xFFFFFFFF, value, distance);
    value += lane >= distance ? other : 0;
  }
  return value;
}

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int warp_sums[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  int sum = sum_up_to(lane, i < size ? data[i] : 0);
  if (lane == 31) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    const unsigned warps = blockDim.x / 32;
    const int total = sum_up_to(lane, lane < warps ? warp_sums[lane] : 0);
    if (lane < warps) warp_sums[lane] = total;
  }
  __syncthreads();

  if (warp > 0) sum += warp_sums[warp - 1];
  if (i < size) result[i] = sum;
}
