// A matrix sum, one element a thread.
#pragma once

__global__ void sum_matrix(const float* a, const float* b, float* c, int width, int height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned i = y * width + x;
  if (x < width && y < height) c[i] = a[i] + b[i];
}
