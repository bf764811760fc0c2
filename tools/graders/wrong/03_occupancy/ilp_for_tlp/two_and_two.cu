// fails: properties: two_and_two.cu:22: stored-too-early
//
// Two loads, two stores, and again.
#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned most = 2;  // elements at a time

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  for (unsigned first = thread; first < size; first += most * threads) {
    int value[most];
#pragma unroll
    for (unsigned k = 0; k < most; ++k) {
      const unsigned i = first + k * threads;
      if (i < size) value[k] = data[i];
    }
#pragma unroll
    for (unsigned k = 0; k < most; ++k) {
      const unsigned i = first + k * threads;
      if (i < size) result[i] = 3 * value[k] + 1;
    }
  }
}
