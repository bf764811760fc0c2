// Problem: in 04 each warp runs both loops, one after the other, with half of its lanes.
// Change:  the path is chosen by warp.
// Watch:   instructions per warp: half. Active lanes per instruction: 32. Time.
#pragma once

#include "path_loops.cuh"

// out[i] = run_path<0>(i) in even warps, run_path<1>(i) in odd warps. blockDim.x a multiple of 32.
__global__ void long_by_warp(unsigned* out, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  if (i / 32 % 2 == 0) {
    out[i] = run_path<0>(i, rounds);
  } else {
    out[i] = run_path<1>(i, rounds);
  }
}
