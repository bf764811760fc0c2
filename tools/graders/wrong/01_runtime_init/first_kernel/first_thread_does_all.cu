// fails: properties: first_thread_does_all.cu:8: one-lane-works
//
// One thread walks over all elements, as a program on the host would.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0) return;
  for (unsigned k = 0; k < size; ++k) result[k] = factor * data[k];
}
