// fails: results: another_pattern.cu:12: with-sources(wrong-value(thread-of-block … line(8
//
// The warps agree, but on another pattern: the ways go by warp, and the elements do not.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread;

  if (i >= size) return;
  if (thread / 32 % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
