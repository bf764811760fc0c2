#include "02_warp_divergence/align_to_warp.hpp"

// Rotates the low six bits of the number of the thread: the warp bit (32) becomes the lowest bit of
// the element, the five lane bits move up.
__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned odd = (g >> 5) & 1u;
  const unsigned i = (g & ~63u) | ((g & 31u) << 1) | odd;

  if (i < size) {
    if (odd)
      result[i] = odd_way(data[i], rounds);
    else
      result[i] = even_way(data[i], rounds);
  }
}
