// Problem: a launch begins when the one before has ended, to its last block; meanwhile SMs idle.
// Change:  programmatic dependent launch (since 9.0): it begins when there is room, and loads.
// Watch:   time of many sums, one behind the other, most of all where N is small.
#pragma once

#include "23_packed_atomic.cuh"

// *total = sum of everything. Launched with cudaLaunchAttributeProgrammaticStreamSerialization it
// reads `data` while the launch before may still be running: that one must not be what writes it.
// blockDim.x a multiple of 32.
__global__ void reduce_early_launch(const int* data, int* total, unsigned size) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();  // the next launch may come as soon as there is room
#endif
  const int sum = block_sum_redux(add_vectors<4>(data, size));
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();  // what the launch before wrote, the packed word too, is there
#endif
  if (threadIdx.x == 0) add_packed(sum, total);
}
