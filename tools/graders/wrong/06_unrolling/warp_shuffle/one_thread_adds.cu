// fails: properties: one_thread_adds.cu:7: one-lane-works
//
// One thread of each block adds for all others.
#include "06_unrolling/warp_shuffle.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  if (threadIdx.x != 0) return;
  const unsigned first = blockIdx.x * blockDim.x;
  int sum = 0;
  for (unsigned i = first; i < min(first + blockDim.x, size); ++i) sum += data[i];
  partial[blockIdx.x] = sum;
}
