// fails: results: index_of_the_block.cu:8: written-often-others-never(result … line(7
//
// blockIdx.x alone: all threads of a block work on one element.
#include "01_runtime_init/first_kernel.hpp"

__global__ void scale(const float* data, float* result, unsigned size, float factor) {
  const unsigned i = blockIdx.x;
  if (i < size) result[i] = factor * data[i];
}
