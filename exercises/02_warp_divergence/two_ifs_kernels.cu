// The kernels that 02_warp_divergence/two_ifs asks about. They are compiled with -G: each
// condition in the source is a branch in the machine code, and so is each end of a path.
#include "02_warp_divergence/two_ifs_kernels.hpp"

__global__ void if_and_else(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  if (i % 2 == 0) {
    a = 100;
  } else {
    b = 200;
  }
  out[i] = a + b;
}

__global__ void two_ifs(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  const bool even = i % 2 == 0;
  if (even) a = 100;
  if (!even) b = 200;
  out[i] = a + b;
}

__global__ void three_ifs(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0, c = 0;
  const bool even = i % 2 == 0;
  if (even) a = 100;
  if (!even) b = 200;
  if (even) c = 300;
  out[i] = a + b + c;
}

__global__ void unsigned_index(float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0, b = 0;
  const bool even = i % 2 == 0;
  if (even) a = 100;
  if (!even) b = 200;
  out[i] = a + b;
}
