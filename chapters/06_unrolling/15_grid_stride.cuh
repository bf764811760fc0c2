// Problem: 14 starts a block for every 2 * blockDim.x elements: tens of thousands of starts.
// Change:  few blocks; each thread adds elements a whole grid apart until there are none left.
// Watch:   blocks, and the work outside the tree: cost in the sense of Brent's theorem.
#pragma once

#include "12_template.cuh"

// What this thread adds alone: elements i, i + threads of the grid, ... Any grid will do. `Loads`
// of them are in flight at the same time. (#pragma unroll does not bring that about: the compiler
// cannot tell how many rounds are left, so it asks before each load, and waits.)
template <unsigned Loads>
__device__ int add_grid_stride(const int* data, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (; i + (Loads - 1) * threads < size; i += Loads * threads) {
#pragma unroll
    for (unsigned k = 0; k < Loads; ++k) sum += data[i + k * threads];
  }
#pragma unroll
  for (unsigned k = 0; k + 1 < Loads; ++k) {  // what is left is less than a round
    if (i + k * threads < size) sum += data[i + k * threads];
  }
  return sum;
}

// partial[b] = sum of what the threads of block b added. Launched with Threads threads.
template <unsigned Loads, unsigned Threads>
__global__ void reduce_grid_stride(const int* data, int* partial, unsigned size) {
  __shared__ int tile[Threads];
  const unsigned t = threadIdx.x;

  tile[t] = add_grid_stride<Loads>(data, size);
  __syncthreads();

  fold_to_64<Threads>(tile);
  if (t < 32) fold_last_warp(tile);

  if (t == 0) partial[blockIdx.x] = tile[0];
}
