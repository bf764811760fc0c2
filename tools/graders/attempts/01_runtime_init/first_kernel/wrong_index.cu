#include "01_runtime_init/first_kernel.hpp"

// the element this thread is responsible for
__device__ unsigned my_element() {
  return blockIdx.x * gridDim.x + threadIdx.x;
}

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned e = my_element();
  if (e >= size) {
    return;  // nothing left for this one
  }
  const float x = data[e];
  result[e] = x * factor;
}
