// fails: properties: divergent branches per warp
// Even and odd lanes count up in loops of their own.
#include "NN_chapter/NAME.hpp"

__global__ void twice(const int* data, int* result, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  int sum = data[i];
  for (unsigned step = 0; step <= i % 2; ++step) sum += atomicAdd(&result[i], 0) & 0;
  result[i] = sum + data[i];
}
