// Problem: one thread that adds N numbers waits for each addition before it begins the next.
// Change:  a block adds pairs in its tile: neighbours first, then sums 2, 4, 8 ... elements apart.
// Watch:   branch efficiency: in every step and every warp, half of the working lanes fall out.
#pragma once

#include <lockstep/reduction/tile.cuh>

// partial[b] = sum of the tile of block b: data[b * blockDim.x] and up to blockDim.x - 1 elements
// after it. Destroys data.
__global__ void reduce_neighbored(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0 && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();  // all threads come here, those beyond the end too
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
