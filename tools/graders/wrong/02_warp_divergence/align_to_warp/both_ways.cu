// fails: properties: both_ways.cu:12: most-instructions-here
//
// Every thread goes both ways and keeps one result: no lane parts, and twice the work is done.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread;
  if (i >= size) return;
  unsigned even = data[i], odd = data[i];
  for (unsigned round = 0; round < rounds; ++round) {
    even += even * even | 5;
    odd = (odd ^ (odd << 7)) + 0x9E3779B9;
  }
  result[i] = i % 2 == 0 ? even : odd;
}
