// fails: properties: bytes of memory that one thread accesses
//
// The first thread of each block compares for all others, which count meanwhile, for nothing.
#include <climits>

#include "05_reduction/max_reduce.hpp"

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  if (threadIdx.x == 0) {
    const unsigned first = blockIdx.x * blockDim.x;
    int largest = INT_MIN;
    for (unsigned i = first; i < min(first + blockDim.x, size); ++i)
      largest = max(largest, data[i]);
    partial[blockIdx.x] = largest;
  }
  unsigned counted = 0;
  for (unsigned i = 0; i < 20 * blockDim.x; ++i) counted = 5 * counted + threadIdx.x;
  if (counted == 3) partial[blockIdx.x] = 0;
}
