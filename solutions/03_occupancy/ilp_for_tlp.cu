// Solution of 03_occupancy/ilp_for_tlp
//
// Two loops in place of one: the first asks for all elements of the thread, the second is the first
// to need one. `value` has four elements, and with the loops unrolled each is a register. The loads
// do not depend on each other, so they are all under way before the thread has to wait.
//
// The elements of a thread lie `threads` apart, so in each of the four loads neighbouring threads
// ask for neighbouring elements. What it costs is registers: three more. Where a thread has less
// than four elements, it asks for those that exist.
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
