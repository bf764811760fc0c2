// fails: results: three_elements.cu:21: never-written(result
//
// Three loads, where a quarter of the threads has to do four.
#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned most = 3;  // elements of a thread

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  int value[most];
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread + k * threads;
    if (i < size) value[k] = data[i];
  }
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread + k * threads;
    if (i < size) result[i] = 3 * value[k] + 1;
  }
}
