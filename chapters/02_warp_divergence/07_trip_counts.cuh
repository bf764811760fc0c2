// Problem: there is only one path, a loop, but lanes leave it after different numbers of rounds.
// Change:  each thread reads its number of rounds from memory: the data decide.
// Watch:   active lanes per instruction. A warp loops as often as the slowest of its lanes.
#pragma once

#include "path_loops.cuh"

// out[i] = run_path<0>(i) of trips[i] rounds.
__global__ void loop_by_data(const unsigned* trips, unsigned* out, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = run_path<0>(i, trips[i]);
}
