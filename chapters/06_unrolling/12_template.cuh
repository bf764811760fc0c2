// Problem: 11 asks blockDim.x in every step, and waits at barriers of steps that it does not take.
// Change:  the block size is a template parameter: what does not apply is not compiled.
// Watch:   instructions per warp, once more. The price: one kernel per block size, and a switch.
#pragma once

#include "10_last_warp.cuh"

// Leaves 64 sums of the `Threads` elements at tile. All threads of the block.
template <unsigned Threads>
__device__ void fold_to_64(int* tile) {
  const unsigned t = threadIdx.x;
  if constexpr (Threads >= 1024) {
    if (t < 512) tile[t] += tile[t + 512];
    __syncthreads();
  }
  if constexpr (Threads >= 512) {
    if (t < 256) tile[t] += tile[t + 256];
    __syncthreads();
  }
  if constexpr (Threads >= 256) {
    if (t < 128) tile[t] += tile[t + 128];
    __syncthreads();
  }
  if constexpr (Threads >= 128) {
    if (t < 64) tile[t] += tile[t + 64];
    __syncthreads();
  }
}

// partial[b] = sum of the `Tiles` tiles of block b. Destroys data. Launched with Threads threads.
template <unsigned Tiles, unsigned Threads>
__global__ void reduce_template(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * (Tiles * Threads);
  const unsigned count = lockstep::tile_count(size, Tiles * Threads);
  const unsigned t = threadIdx.x;

  if (t < count) tile[t] = add_tiles<Tiles>(tile, count);
  __syncthreads();

  if (count >= Threads) {
    fold_to_64<Threads>(tile);
    if (t < 32) fold_last_warp(tile);
  } else {
    fold_tile(tile, count, 1);
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
