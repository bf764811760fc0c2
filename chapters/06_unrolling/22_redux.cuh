// Problem: a warp's tree is five shuffles and five additions, each waiting for the one before.
// Change:  one instruction adds a register over the warp: `redux`, for 32-bit integers, since 8.0.
// Watch:   instructions per warp; not time, for few trees are left to speed up.
#pragma once

#include "17_vector_loads.cuh"

// Every lane gets the sum over the warp. Older GPUs go by shuffles.
__device__ inline int warp_sum_redux(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(whole_warp, value);
#else
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(whole_warp, value, distance);
  }
  return value;
#endif
}

// As block_sum of 16; here all threads of warp 0 get the sum over the block.
__device__ inline int block_sum_redux(int value) {
  __shared__ int warp_sums[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;

  value = warp_sum_redux(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  if (warp == 0) value = warp_sum_redux(lane < blockDim.x / 32 ? warp_sums[lane] : 0);
  return value;
}

// Adds everything to *total, which must be 0 before the launch. blockDim.x a multiple of 32.
__global__ void reduce_redux(const int* data, int* total, unsigned size) {
  const int sum = block_sum_redux(add_vectors<4>(data, size));
  if (threadIdx.x == 0) atomicAdd(total, sum);
}
