// 01_runtime_init/first_kernel: your first kernel
// Task       Write the body of scale(): each thread multiplies one element of data by factor.
// Given      The grader launches the kernel with a thread for each element. The last block may have
//            more threads than there are elements left; those have nothing to do.
// Done when  every element of result is right, for any size and any block of 32 to 1024 threads; no
//            thread touches anything past the end; each element is loaded once.
// Interface  __global__ void scale(const float* data, float* result, unsigned size, float factor);
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  while (i < size) {
    result[i] = factor * data[i];
    i += blockDim.x;
  }
}
