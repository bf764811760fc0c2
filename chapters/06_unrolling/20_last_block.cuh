// Problem: 19 needs a zero beforehand, and the order of its additions changes from run to run.
// Change:  blocks leave their sums, and count themselves; the last one adds up what all have left.
// Watch:   one launch, nothing to prepare, the same order of additions every time.
#pragma once

#include "17_vector_loads.cuh"

// Blocks that have left their sum. Back at 0 after every launch, so nobody has to reset it; two
// launches at the same time, in two streams, would need two of them.
static __device__ unsigned blocks_done;

// partial[0] = sum of everything; what is behind it is overwritten. blockDim.x a multiple of 32.
__global__ void reduce_last_block(const int* data, int* partial, unsigned size) {
  __shared__ bool is_last;
  const int sum = block_sum(add_vectors<4>(data, size));

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();  // whoever sees this block counted must see its sum
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0
    __threadfence();  // and the last block must not have read sums before
  }
  __syncthreads();

  if (is_last) {
    int rest = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) rest += partial[i];
    rest = block_sum(rest);
    if (threadIdx.x == 0) partial[0] = rest;
  }
}
