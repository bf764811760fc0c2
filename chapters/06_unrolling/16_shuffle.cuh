// Problem: 15 hands sums from lane to lane through shared memory: store, wait, load.
// Change:  lanes of a warp read each other's registers; shared memory holds one sum per warp.
// Watch:   barriers (one), shared memory (128 bytes). And no template: the tree is 5 + 5 steps.
#pragma once

#include "15_grid_stride.cuh"

constexpr unsigned whole_warp = 0xFFFFFFFF;  // a mask: one bit per lane that takes part

// Lane 0 gets the sum over the warp; the other lanes get something else.
__device__ inline int warp_sum(int value) {
#pragma unroll
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(whole_warp, value, distance);
  }
  return value;
}

// Thread 0 gets the sum over the block. All threads must come; blockDim.x a multiple of 32. Between
// two calls there must be a __syncthreads().
__device__ inline int block_sum(int value) {
  __shared__ int warp_sums[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;

  value = warp_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  if (warp == 0) value = warp_sum(lane < blockDim.x / 32 ? warp_sums[lane] : 0);
  return value;
}

// partial[b] = sum of what the threads of block b added. blockDim.x a multiple of 32.
__global__ void reduce_shuffle(const int* data, int* partial, unsigned size) {
  const int sum = block_sum(add_grid_stride<4>(data, size));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
