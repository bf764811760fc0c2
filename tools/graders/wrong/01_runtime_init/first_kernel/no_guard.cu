// fails: checks: no_guard.cu:8: of-kernel-does(scale, accesses-element(reads
//
// The threads behind the end load and store, too.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  result[i] = factor * data[i];
}
