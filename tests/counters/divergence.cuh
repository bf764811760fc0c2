// Kernels whose only work is to branch: by thread, by warp, and by thread in two steps.
#pragma once

// Every thread writes 100 or 200, by the parity of its index.
__global__ void math_kernel_1(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  if (i % 2 == 0) {
    a = 100;
  } else {
    b = 200;
  }
  out[i] = a + b;
}

// The same by the parity of its warp.
__global__ void math_kernel_2(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  if ((i / warpSize) % 2 == 0) {
    a = 100;
  } else {
    b = 200;
  }
  out[i] = a + b;
}

// As the first, with two questions instead of one.
__global__ void math_kernel_3(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  const bool even = i % 2 == 0;
  if (even) a = 100;
  if (!even) b = 200;
  out[i] = a + b;
}
