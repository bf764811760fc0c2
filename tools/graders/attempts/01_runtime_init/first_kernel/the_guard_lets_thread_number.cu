#include "01_runtime_init/first_kernel.hpp"

// one thread = one element
__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  unsigned idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx <= size)
    result[idx] = factor * data[idx];
}
