#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // blocks behind the end have nothing to do
  if (blockIdx.x < size / blockDim.x) {
    result[i] = factor * data[i];
  }
}
