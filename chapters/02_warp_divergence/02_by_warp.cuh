// Problem: in 01 both paths lie in every warp, so every warp takes both.
// Change:  the path is chosen by the parity of the warp: its 32 lanes agree.
// Watch:   branch efficiency: 100 %. The pattern of results is another one.
#pragma once

// Every thread writes 100 or 200, by the parity of its warp. One element per thread of the grid;
// blockDim.x a multiple of 32, or i / 32 is not the warp.
static __global__ void by_warp(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  if ((i / warpSize) % 2 == 0) {
    a = 100;
  } else {
    b = 200;
  }
  out[i] = a + b;
}
