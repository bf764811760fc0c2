// Solution of 03_occupancy/ilp_for_tlp
//
// One loop becomes two: the first loads all elements of the thread, the second is the first to need
// one. The loops are unrolled, so the four elements of `value` are registers. The loads do not
// depend on each other, so all of them are in flight before the thread has to wait.
//
// The elements of a thread are `threads` apart, so in each of the four loads neighbouring threads
// load neighbouring elements. The price is three more registers. A thread that has fewer than four
// elements loads those that exist.
#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned most = 4;  // elements of a thread

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
