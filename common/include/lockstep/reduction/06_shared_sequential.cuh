// Problem: the lanes of 05 meet in the same banks, and are served in turn.
// Change:  the index of 03: neighbouring lanes use neighbouring words, in different banks.
// Watch:   bank conflicts: none.
#pragma once

#include <lockstep/reduction/tile.cuh>

// partial[b] = sum of the tile of block b. Needs blockDim.x ints of dynamic shared memory;
// blockDim.x a power of two.
__global__ void reduce_shared_sequential(const int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
