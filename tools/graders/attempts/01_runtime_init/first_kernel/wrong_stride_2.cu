#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

  for (unsigned i = first; i < size; i += blockDim.x) {
    result[i] = factor * data[i];
  }
}
