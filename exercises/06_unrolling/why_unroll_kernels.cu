// The kernels that 06_unrolling/why_unroll asks about.
#include "06_unrolling/why_unroll_kernels.hpp"

__global__ void rolled(const int* data, int* sums) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) sum += data[32 * k + threadIdx.x];
  sums[threadIdx.x] = sum;
}

__global__ void by_four(const int* data, int* sums) {
  int sum = 0;
#pragma unroll 4
  for (int k = 0; k < 16; ++k) sum += data[32 * k + threadIdx.x];
  sums[threadIdx.x] = sum;
}

__global__ void unrolled(const int* data, int* sums) {
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) sum += data[32 * k + threadIdx.x];
  sums[threadIdx.x] = sum;
}

// Folds tile[0] to tile[127] until `left` words are left.
__device__ void fold(int* tile, unsigned left) {
#pragma unroll 1
  for (unsigned stride = 64; stride >= left; stride /= 2) {
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
    __syncthreads();
  }
}

__global__ void one_tile(const int* data, int* sums) {
  __shared__ int tile[128];
  tile[threadIdx.x] = data[128 * blockIdx.x + threadIdx.x];
  __syncthreads();

  fold(tile, 1);
  if (threadIdx.x == 0) sums[blockIdx.x] = tile[0];
}

__global__ void eight_tiles(const int* data, int* sums) {
  __shared__ int tile[128];
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += data[8 * 128 * blockIdx.x + 128 * k + threadIdx.x];
  tile[threadIdx.x] = sum;
  __syncthreads();

  fold(tile, 1);
  if (threadIdx.x == 0) sums[blockIdx.x] = tile[0];
}

__global__ void last_warp(const int* data, int* sums) {
  __shared__ int tile[128];
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += data[8 * 128 * blockIdx.x + 128 * k + threadIdx.x];
  tile[threadIdx.x] = sum;
  __syncthreads();

  fold(tile, 64);
  if (threadIdx.x >= 32) return;
  sum = tile[threadIdx.x] + tile[threadIdx.x + 32];
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, lanes);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
