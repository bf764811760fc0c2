// fails: results: grid_for_block.cu:7: to-blame(`gridDim.x`, other-variable
//
// gridDim.x is the number of blocks, not of the threads in one.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * gridDim.x + threadIdx.x;
  if (i < size) result[i] = factor * data[i];
}
