// fails: results: statement_without_effect.cu:8: nobody-writes(result
//
// The product is computed and goes nowhere.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) factor* data[i];
}
