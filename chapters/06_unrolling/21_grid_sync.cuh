// Problem: in 20 the blocks cannot wait for each other, so only the end of the kernel is common.
// Change:  a cooperative launch: all blocks are resident, and grid.sync() is a barrier for all.
// Watch:   time: all wait for the slowest twice; and the grid must fit on the device.
#pragma once

#include <cooperative_groups.h>

#include "17_vector_loads.cuh"

// partial[0] = sum of everything; what is behind it is overwritten. Launched by
// cudaLaunchCooperativeKernel, with at most as many blocks as are resident at once; blockDim.x a
// multiple of 32.
__global__ void reduce_grid_sync(const int* data, int* partial, unsigned size) {
  const int sum = block_sum(add_vectors<4>(data, size));
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;

  cooperative_groups::this_grid().sync();

  if (blockIdx.x == 0) {
    int rest = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) rest += partial[i];
    rest = block_sum(rest);
    if (threadIdx.x == 0) partial[0] = rest;
  }
}
