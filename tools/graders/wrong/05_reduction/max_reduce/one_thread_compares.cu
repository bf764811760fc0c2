// fails: properties: one_thread_compares.cu:9: one-lane-works
//
// The first thread of each block compares for all others, which wait.
#include <climits>

#include "05_reduction/max_reduce.hpp"

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  if (threadIdx.x != 0) return;
  const unsigned first = blockIdx.x * blockDim.x;
  int largest = INT_MIN;
  for (unsigned i = first; i < min(first + blockDim.x, size); ++i) largest = max(largest, data[i]);
  partial[blockIdx.x] = largest;
}
