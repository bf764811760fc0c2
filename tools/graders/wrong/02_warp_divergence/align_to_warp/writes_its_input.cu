// fails: results: writes_its_input.cu:12: input-changed(data, data
//
// It works in place, in memory that it may only read.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 64 * 64 + 2 * (thread % 32) + thread / 32 % 2;

  if (i >= size) return;
  unsigned& x = const_cast<unsigned*>(data)[i];
  x = i % 2 == 0 ? even_way(x, rounds) : odd_way(x, rounds);
  result[i] = x;
}
