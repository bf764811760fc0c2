// Problem: the loop of 10 computes a stride, compares and jumps in each of its few rounds.
// Change:  a block has 1024 threads at most, so all rounds can be written down.
// Watch:   instructions per warp.
#pragma once

#include "10_last_warp.cuh"

// Leaves 64 sums of the blockDim.x elements at tile. All threads of the block.
__device__ inline void fold_to_64(int* tile) {
  const unsigned t = threadIdx.x;
  if (blockDim.x >= 1024 && t < 512) tile[t] += tile[t + 512];
  __syncthreads();
  if (blockDim.x >= 512 && t < 256) tile[t] += tile[t + 256];
  __syncthreads();
  if (blockDim.x >= 256 && t < 128) tile[t] += tile[t + 128];
  __syncthreads();
  if (blockDim.x >= 128 && t < 64) tile[t] += tile[t + 64];
  __syncthreads();
}

// partial[b] = sum of the `Tiles` tiles of block b. Destroys data. blockDim.x a power of two from
// 64.
template <unsigned Tiles>
__global__ void reduce_complete_unroll(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * (Tiles * blockDim.x);
  const unsigned count = lockstep::tile_count(size, Tiles * blockDim.x);
  const unsigned t = threadIdx.x;

  if (t < count) tile[t] = add_tiles<Tiles>(tile, count);
  __syncthreads();

  if (count >= blockDim.x) {
    fold_to_64(tile);
    if (t < 32) fold_last_warp(tile);
  } else {
    fold_tile(tile, count, 1);
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
