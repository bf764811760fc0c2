// Problem: the two paths of 01 are so short that the optimiser takes no branch at all.
// Change:  each path is a loop. No compiler can remove that branch.
// Watch:   instructions per warp: twice those of 05. Active lanes: half. Branch efficiency: still
//          close to 100 %, for all branches of the loops count too, and their lanes agree.
#pragma once

#include "path_loops.cuh"

// out[i] = run_path<0>(i) for even i, run_path<1>(i) for odd i.
__global__ void long_by_thread(unsigned* out, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  if (i % 2 == 0) {
    out[i] = run_path<0>(i, rounds);
  } else {
    out[i] = run_path<1>(i, rounds);
  }
}
