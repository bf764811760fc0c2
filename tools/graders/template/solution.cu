// Solution of NN_chapter/NAME
//
// Why it works, for somebody who has tried.
#include "NN_chapter/NAME.hpp"

__global__ void twice(const int* data, int* result, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) result[i] = 2 * data[i];
}
