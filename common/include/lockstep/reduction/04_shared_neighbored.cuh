// Problem: 01 to 03 carry every step's sums to global memory and back, and destroy their input.
// Change:  each element is loaded once, into shared memory, and added there; by the index of 01.
// Watch:   global load requests: one per warp, all of it used. Instructions rise to those of 01.
#pragma once

#include <lockstep/reduction/tile.cuh>

// partial[b] = sum of the tile of block b. Needs blockDim.x ints of dynamic shared memory;
// blockDim.x a power of two.
__global__ void reduce_shared_neighbored(const int* data, int* partial, unsigned size) {
  extern __shared__ int tile[];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i]
                     : 0;  // 0 changes no sum: the steps below need not know where the data ends
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
