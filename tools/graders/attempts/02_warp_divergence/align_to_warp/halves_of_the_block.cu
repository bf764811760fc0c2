#include "02_warp_divergence/align_to_warp.hpp"

// The first half of the block does the even elements of the block, the second half the odd ones.
__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned half = blockDim.x / 2;  // 32 at least
  const unsigned base = blockIdx.x * blockDim.x;
  const bool second = threadIdx.x >= half;
  const unsigned i = base + 2 * (threadIdx.x % half) + (second ? 1 : 0);
  if (i >= size) return;
  const unsigned x = data[i];
  if (second)
    result[i] = odd_way(x, rounds);
  else
    result[i] = even_way(x, rounds);
}
