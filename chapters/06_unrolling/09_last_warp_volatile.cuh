// Problem: the last six steps of 08 keep one warp busy, and all others at six barriers.
// Change:  that warp adds alone, without barriers. WRONG since Volta: see last_warp.cu.
// Watch:   barriers down. And the time: on an H200 it goes up.
#pragma once

#include "08_unroll.cuh"

// The idiom of older books: "the lanes of a warp run in lockstep, and volatile makes them store and
// load each time". The first half is not promised any more: lanes may drift apart between any two
// of these lines, and then one reads what another has not yet written, or has overwritten.
__device__ inline void fold_last_warp_volatile(volatile int* tile) {
  const unsigned t = threadIdx.x;
  tile[t] += tile[t + 32];
  tile[t] += tile[t + 16];
  tile[t] += tile[t + 8];
  tile[t] += tile[t + 4];
  tile[t] += tile[t + 2];
  tile[t] += tile[t + 1];
}

// partial[b] = sum of the `Tiles` tiles of block b, if the lanes happen to stay together. Destroys
// data. blockDim.x a power of two from 64.
template <unsigned Tiles>
__global__ void reduce_last_warp_volatile(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * (Tiles * blockDim.x);
  const unsigned count = lockstep::tile_count(size, Tiles * blockDim.x);
  const unsigned t = threadIdx.x;

  if (t < count) tile[t] = add_tiles<Tiles>(tile, count);
  __syncthreads();

  const bool full = count >= blockDim.x;  // a short tile is folded by the loop to its end
  fold_tile(tile, count, full ? 64 : 1);
  if (full && t < 32) fold_last_warp_volatile(tile);

  if (t == 0) partial[blockIdx.x] = tile[0];
}
