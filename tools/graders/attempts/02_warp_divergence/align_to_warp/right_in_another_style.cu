#include "02_warp_divergence/align_to_warp.hpp"

// The first half of each block takes the even elements of the block, the second half the odd ones.
__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned half = blockDim.x >> 1;
  const bool second = threadIdx.x >= half;
  const unsigned in_half = second ? threadIdx.x - half : threadIdx.x;
  const unsigned e = blockIdx.x * blockDim.x + (in_half << 1 | (second ? 1u : 0u));
  if (e < size) {
    const unsigned x = data[e];
    if (second)
      result[e] = odd_way(x, rounds);
    else
      result[e] = even_way(x, rounds);
  }
}
