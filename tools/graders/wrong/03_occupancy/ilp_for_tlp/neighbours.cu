// fails: properties: neighbours.cu:14: lanes-apart(
//
// The four elements of a thread lie next to each other.
#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned most = 4;  // elements of a thread

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;

  int value[most];
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread * most + k;
    if (i < size) value[k] = data[i];
  }
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread * most + k;
    if (i < size) result[i] = 3 * value[k] + 1;
  }
}
