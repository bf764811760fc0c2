// fails: results: N = 1: result: element 0: expected
// Stops one element too early.
#include "NN_chapter/NAME.hpp"

__global__ void twice(const int* data, int* result, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < size) result[i] = 2 * data[i];
}
