// fails: results: factors_swapped.cu:7: to-blame(both(`threadIdx.x`, `blockIdx.x`
//
// Blocks have blockDim.x threads each; the two factors of the index are mixed up.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = threadIdx.x * blockDim.x + blockIdx.x;
  if (i < size) result[i] = factor * data[i];
}
