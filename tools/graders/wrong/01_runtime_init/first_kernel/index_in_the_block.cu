// fails: results: index_in_the_block.cu:8: written-often-others-never(result … line(7
//
// threadIdx.x alone: every block works on the first elements.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = threadIdx.x;
  if (i < size) result[i] = factor * data[i];
}
