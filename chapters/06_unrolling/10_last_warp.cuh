// Problem: 09 counts on lanes that run in lockstep, and goes through memory for every addition.
// Change:  each lane keeps its sum in a register; __syncwarp() stands between a write and a read.
// Watch:   barriers and instructions down against 08; time down against 09.
#pragma once

#include "08_unroll.cuh"

// Leaves the sum of tile[0] to tile[63] in tile[0]. The first warp alone, all its lanes. Works in
// global and in shared memory.
__device__ inline void fold_last_warp(int* tile) {
  const unsigned t = threadIdx.x;
  int sum = tile[t] + tile[t + 32];
#pragma unroll
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    tile[t] = sum;
    __syncwarp();  // all have written before any reads ...
    sum += tile[t + stride];
    __syncwarp();  // ... and all have read before any writes again
  }
  if (t == 0) tile[0] = sum;
}

// partial[b] = sum of the `Tiles` tiles of block b. Destroys data. blockDim.x a power of two from
// 64.
template <unsigned Tiles>
__global__ void reduce_last_warp(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * (Tiles * blockDim.x);
  const unsigned count = lockstep::tile_count(size, Tiles * blockDim.x);
  const unsigned t = threadIdx.x;

  if (t < count) tile[t] = add_tiles<Tiles>(tile, count);
  __syncthreads();

  const bool full = count >= blockDim.x;  // a short tile is folded by the loop to its end
  fold_tile(tile, count, full ? 64 : 1);
  if (full && t < 32) fold_last_warp(tile);

  if (t == 0) partial[blockIdx.x] = tile[0];
}
