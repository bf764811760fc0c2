// fails: results: guard_one_too_near.cu:8: to-blame(`<`, other-comparison
//
// Leaves out the last element.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size - 1) result[i] = factor * data[i];
}
