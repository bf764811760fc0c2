// fails: properties: half_a_warp.cu:11: lanes-diverge
//
// Groups of 16: half of each warp still goes the other way.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 32 * 32 + 2 * (thread % 16) + thread / 16 % 2;

  if (i >= size) return;
  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
