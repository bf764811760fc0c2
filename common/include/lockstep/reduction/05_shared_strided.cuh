// Problem: 04 diverges in every warp, as 01 does.
// Change:  the index of 02: neighbouring threads work, on words 2 * stride apart.
// Watch:   instructions down, and a new cost, bank conflicts: words 32 apart share a bank.
#pragma once

#include <lockstep/reduction/tile.cuh>

// partial[b] = sum of the tile of block b. Needs blockDim.x ints of dynamic shared memory;
// blockDim.x a power of two.
__global__ void reduce_shared_strided(const int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * t;
    if (left < blockDim.x) tile[left] += tile[left + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
