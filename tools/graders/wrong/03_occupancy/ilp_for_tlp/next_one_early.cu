// fails: properties: next_one_early.cu:14: stored-too-early
//
// The next element is loaded before the result is stored: two loads under way, not four.
#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  if (thread >= size) return;
  int value = data[thread];
  for (unsigned i = thread; i < size; i += threads) {
    const unsigned next = i + threads;
    const int later = next < size ? data[next] : 0;
    result[i] = 3 * value + 1;
    value = later;
  }
}
