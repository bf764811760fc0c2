// Problem: the tail launches of a grid run one after the other; 02 waits for each in turn.
// Change:  the stream cudaStreamFireAndForget: a child may begin at once, beside all others.
// Watch:   time. And the barrier, which is needed now: a child that begins at once reads the tile.
#pragma once

#include <lockstep/reduction/tile.cuh>

#include "../launches.cuh"

// partial[b] = sum of the tile of block b. Destroys data. blockDim.x must be a power of two.
__global__ void reduce_fire_and_forget(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned stride = blockDim.x / 2;
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < count) tile[t] += tile[t + stride];
  __syncthreads();  // a child sees what its launching thread sees, and no more
  if (t > 0) return;

  if (stride <= 1) {
    partial[blockIdx.x] = tile[0];
  } else {
    reduce_fire_and_forget<<<1, stride, 0, cudaStreamFireAndForget>>>(tile, partial + blockIdx.x,
                                                                      min(count, stride));
    launch_was_lost();
  }
}
