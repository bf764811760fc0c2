// Problem: the working lanes of 01 lie 2, 4, 8 ... apart, so every warp diverges.
// Change:  the same additions by neighbouring threads: thread t works on element 2 * stride * t.
// Watch:   branch efficiency up, instructions down: whole warps fall out. Load efficiency stays.
#pragma once

#include <lockstep/reduction/tile.cuh>

// partial[b] = sum of the tile of block b. Destroys data.
__global__ void reduce_neighbored_less(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * blockDim.x;
  const unsigned count = lockstep::tile_count(size, blockDim.x);
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned i = 2 * stride * t;
    if (i + stride < count) tile[i] += tile[i + stride];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}
