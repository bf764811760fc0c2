// fails: properties: only_unrolled.cu:10: stored-too-early
//
// Unrolling does not change the order: a store may change what the next load brings.
#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
#pragma unroll 4
  for (unsigned i = thread; i < size; i += threads) result[i] = 3 * data[i] + 1;
}
