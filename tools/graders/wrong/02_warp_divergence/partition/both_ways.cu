// fails: properties: both_ways.cu:14: most-instructions-here
//
// Every thread goes both ways and keeps one result: no lane parts, and twice the work is done.
#include "02_warp_divergence/partition.hpp"

constexpr unsigned block_size = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * block_size + threadIdx.x;
  if (i >= size) return;
  unsigned x = data[i], y = data[i];
  for (unsigned round = 0; round < rounds; ++round) {
    x += x * x | 5;
    y = (y ^ (y << 7)) + 0x9E3779B9;
  }
  result[i] = kind[i] == 0 ? x : y;
}
