// fails: results: adds.cu:8: with-sources(wrong-value(thread-of-block
//
// Adds the factor.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) result[i] = factor + data[i];
}
