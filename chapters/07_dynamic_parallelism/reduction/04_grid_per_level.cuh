// Problem: 01 to 03 launch a grid of one block for every tile and level.
// Change:  one thread of the whole grid launches one grid of all blocks, for the next level.
// Watch:   launches: one per level, whatever the size. Threads: only those that work are launched.
#pragma once

#include <lockstep/reduction/tile.cuh>

#include "../launches.cuh"

// partial[b] = sum of the tile of block b: data[b * width] and up to width - 1 elements after it.
// Destroys data. `width` must be a power of two from 2 on; launched with width / 2 threads.
//
// Every block of the child reads what its twin in the parent wrote, and block 0 knows nothing of
// its siblings: the tail stream is what makes this right (riddle.cu shows it without).
__global__ void reduce_grid_per_level(int* data, int* partial, unsigned size, unsigned width) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = lockstep::tile_count(size, width);
  const unsigned stride = blockDim.x;
  const unsigned t = threadIdx.x;

  if (t + stride < count) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) {
    partial[blockIdx.x] = tile[0];
  } else if (blockIdx.x == 0) {
    reduce_grid_per_level<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(data, partial, size,
                                                                              width);
    launch_was_lost();
  }
}
