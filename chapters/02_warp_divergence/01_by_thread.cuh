// Problem: a warp has one instruction at a time for all of its 32 lanes. What if they disagree?
// Change:  even threads take one path, odd threads the other: every warp is split in halves.
// Watch:   branch efficiency, in code for a debugger (-G). Optimised, no branch is left to count.
#pragma once

// Every thread writes 100 or 200, by the parity of its index. One element per thread of the grid.
static __global__ void by_thread(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  if (i % 2 == 0) {
    a = 100;
  } else {
    b = 200;
  }
  out[i] = a + b;
}
