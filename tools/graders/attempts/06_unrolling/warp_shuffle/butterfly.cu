#include "06_unrolling/warp_shuffle.hpp"

template <int Distance = 16>
__device__ int everybody(int x) {
  x += __shfl_xor_sync(0xFFFFFFFFu, x, Distance);
  if constexpr (Distance > 1) return everybody<Distance / 2>(x);
  else return x;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int warp_sums[32];
  const unsigned warps = blockDim.x / warpSize;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = everybody(i < size ? data[i] : 0);
  if (warps == 1) {
    if (threadIdx.x == 0) partial[blockIdx.x] = mine;
    return;
  }
  if (threadIdx.x % 32 == 31) warp_sums[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < 32) {
    const int all = everybody(threadIdx.x < warps ? warp_sums[threadIdx.x] : 0);
    if (threadIdx.x == 31) partial[blockIdx.x] = all;
  }
}
