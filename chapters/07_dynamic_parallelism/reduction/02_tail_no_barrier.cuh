// Problem: 01 has two barriers per block, as the book's kernel had.
// Change:  neither is needed: a tail launch waits for all blocks, so for all threads of this one.
// Watch:   barriers: none. Time: is it they that cost?
#pragma once

#include <lockstep/reduction/tile.cuh>

#include "../launches.cuh"

// partial[b] = sum of the tile of block b. Destroys data. blockDim.x must be a power of two.
__global__ void reduce_tail_no_barrier(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned stride = blockDim.x / 2;
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < count) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride <= 1) {
    partial[blockIdx.x] = tile[0];
  } else {
    reduce_tail_no_barrier<<<1, stride, 0, cudaStreamTailLaunch>>>(tile, partial + blockIdx.x,
                                                                   min(count, stride));
    launch_was_lost();
  }
}
