// fails: properties: lanes that take part
//
// Loaded once and stored once, but by one thread for all others.
#include "05_reduction/shared_memory.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  const unsigned t = threadIdx.x;

  if (t != 0) return;
  int total = 0;
  for (unsigned i = 0; i < count; ++i) total += data[first + i];
  partial[blockIdx.x] = total;
}
