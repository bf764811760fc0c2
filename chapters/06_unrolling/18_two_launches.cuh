// Problem: 17 leaves hundreds of sums, and somebody must add those.
// Change:  kernel decomposition: a second launch, of one block. A launch waits for the one before.
// Watch:   time: what comes on top is a launch, and a kernel that keeps one SM busy.
#pragma once

#include "17_vector_loads.cuh"

// partial[0] = sum of partial[0] to partial[count - 1]. One block: each thread has read all that it
// needs before thread 0 writes, for block_sum has a barrier. blockDim.x a multiple of 32.
__global__ void reduce_partial_sums(int* partial, unsigned count) {
  const int sum = block_sum(add_grid_stride<1>(partial, count));
  if (threadIdx.x == 0) partial[0] = sum;
}
