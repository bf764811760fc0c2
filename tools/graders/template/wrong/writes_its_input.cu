// fails: results: data was changed
// Doubles in place, and copies.
#include "NN_chapter/NAME.hpp"

__global__ void twice(const int* data, int* result, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) result[i] = const_cast<int*>(data)[i] *= 2;
}
