// 02_warp_divergence/align_to_warp
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= size) return;

  // Groups of 64 elements = two warps. The first warp of a group has the even elements of it, the
  // second one the odd ones.
  const unsigned group = id & ~63u;
  const unsigned lane = id & 31u;
  const bool odd = (id & 32u) != 0;

  const unsigned e = group + 2 * lane + (odd ? 1 : 0);
  if (odd) {
    result[e] = odd_way(data[e], rounds);
  } else {
    result[e] = even_way(data[e], rounds);
  }
}
