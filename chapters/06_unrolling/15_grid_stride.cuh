// Problem: 14 starts a block for every 2 * blockDim.x elements: tens of thousands of starts.
// Change:  few blocks; each thread adds elements a whole grid apart until there are none left.
// Watch:   blocks, and the work outside the tree: cost in the sense of Brent's theorem.
#pragma once

#include "12_template.cuh"

// What this thread adds alone: elements i, i + threads of the grid, ... Any grid will do.
__device__ inline int add_grid_stride(const int* data, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  int sum = 0;
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads) sum += data[i];
  return sum;
}

// partial[b] = sum of what the threads of block b added. Launched with Threads threads.
template <unsigned Threads>
__global__ void reduce_grid_stride(const int* data, int* partial, unsigned size) {
  __shared__ int tile[Threads];
  const unsigned t = threadIdx.x;

  tile[t] = add_grid_stride(data, size);
  __syncthreads();

  fold_to_64<Threads>(tile);
  if (t < 32) fold_last_warp(tile);

  if (t == 0) partial[blockIdx.x] = tile[0];
}
