// Problem: chapter 05 walks down its tree in a loop; in each step half of its threads fall idle.
// Change:  a block does one step, then launches a block of half the threads for the others.
// Watch:   launches: one per block and level. The loop had none.
#pragma once

#include <lockstep/reduction/tile.cuh>

#include "../launches.cuh"

// partial[b] = sum of the tile of block b: data[b * blockDim.x] and up to blockDim.x - 1 elements
// after it. Destroys data. blockDim.x must be a power of two.
//
// A child has one block and gets the pointers of its parent's block. It is launched into the tail
// stream, where it begins when the whole grid of its parent has ended.
__global__ void reduce_tail_per_block(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned stride = blockDim.x / 2;
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < count) tile[t] += tile[t + stride];
  __syncthreads();

  if (t == 0 && stride <= 1) partial[blockIdx.x] = tile[0];
  if (t == 0 && stride > 1) {
    reduce_tail_per_block<<<1, stride, 0, cudaStreamTailLaunch>>>(tile, partial + blockIdx.x,
                                                                  min(count, stride));
    launch_was_lost();
  }
  __syncthreads();  // where the book's kernel had waited for its child
}
