// Problem: neighbouring lanes of 02 work 2 * stride apart and use a part of each sector they move.
// Change:  strides from large to small: thread t adds the element half a tile away, then a quarter.
// Watch:   load and store efficiency: neighbouring lanes now touch neighbouring elements.
#pragma once

#include <lockstep/reduction/tile.cuh>

// partial[b] = sum of the tile of block b. Destroys data. blockDim.x must be a power of two.
__global__ void reduce_interleaved(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned t = threadIdx.x;

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
