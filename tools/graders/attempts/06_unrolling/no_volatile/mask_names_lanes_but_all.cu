#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// The sum of tile[0] to tile[63], in lane 0. The first warp alone, all its lanes.
__device__ int fold_last_warp(const int* tile) {
  const unsigned t = threadIdx.x;
  int sum = tile[t] + tile[t + 32];
#pragma unroll
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFF, sum, offset);
  return sum;
}

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride >= 64; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t >= 32) return;
  const int sum = fold_last_warp(tile);
  if (t == 0) partial[blockIdx.x] = sum;
}
