// Problem: half of the threads of 06 load one element, store it, and never add.
// Change:  a block takes two tiles; each thread adds its two elements while it loads them.
// Watch:   all instructions together: nearly half. And two loads per thread are in flight.
#pragma once

#include <lockstep/reduction/tile.cuh>

// partial[b] = sum of the two tiles of block b, 2 * blockDim.x elements. Needs blockDim.x ints of
// dynamic shared memory; blockDim.x a power of two.
__global__ void reduce_first_add(const int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (2 * blockDim.x) + t;

  // Two questions, not one: the first element may exist where the second does not.
  const int first = i < size ? data[i] : 0;
  const int second = i + blockDim.x < size ? data[i + blockDim.x] : 0;
  tile[t] = first + second;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
