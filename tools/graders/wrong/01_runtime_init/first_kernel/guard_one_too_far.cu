// fails: checks: guard_one_too_far.cu:8: of-kernel-does(scale, accesses-element(reads
//
// data[size] is the first element behind the end.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= size) result[i] = factor * data[i];
}
