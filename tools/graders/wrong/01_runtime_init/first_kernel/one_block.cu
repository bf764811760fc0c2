// fails: properties: N = 4096: measured(bytes of memory that one thread accesses, 128
//
// The first block scales all elements, and the others leave.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  if (blockIdx.x > 0) return;
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) result[i] = factor * data[i];
}
