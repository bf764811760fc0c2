// fails: checks: out_of_bounds
// Threads behind the last element read and write, too.
#include "NN_chapter/NAME.hpp"

__global__ void twice(const int* data, int* result, unsigned) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  result[i] = 2 * data[i];
}
