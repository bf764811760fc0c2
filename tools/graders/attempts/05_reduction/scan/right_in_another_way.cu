// 05_reduction/scan: every prefix sum
#include "05_reduction/scan.hpp"

// The sum of the values of this lane and the lanes below.
__device__ int scan_warp(int x) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned d = 1; d < 32; d *= 2) {
    const int lower = __shfl_up_sync(~0u, x, d);
    x += lane >= d ? lower : 0;
  }
  return x;
}

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int totals[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  int sum = scan_warp(i < size ? data[i] : 0);
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    const int total = scan_warp(lane < blockDim.x / 32 ? totals[lane] : 0);
    totals[lane] = total;
  }
  __syncthreads();

  if (warp > 0) sum += totals[warp - 1];
  if (i < size) result[i] = sum;
}
