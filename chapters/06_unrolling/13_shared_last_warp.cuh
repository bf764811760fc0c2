// Problem: 07 spends six of its ten barriers on one warp.
// Change:  the last warp of 10, in shared memory.
// Watch:   barriers. The time hardly: in shared memory a step is short, and the loads are the
// limit.
#pragma once

#include "10_last_warp.cuh"

// partial[b] = sum of the two tiles of block b. Needs blockDim.x ints of dynamic shared memory;
// blockDim.x a power of two from 64.
__global__ void reduce_shared_last_warp(const int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (2 * blockDim.x) + t;

  const int first = i < size ? data[i] : 0;
  const int second = i + blockDim.x < size ? data[i + blockDim.x] : 0;
  tile[t] = first + second;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride >= 64; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t < 32) fold_last_warp(tile);

  if (t == 0) partial[blockIdx.x] = tile[0];
}
