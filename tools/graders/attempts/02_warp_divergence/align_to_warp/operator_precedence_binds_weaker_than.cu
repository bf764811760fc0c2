#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = i & 31;
  const unsigned first = i & ~63u;  // of the 64 elements of this pair of warps
  const unsigned element = first + 2 * lane + (i >> 5) & 1;

  if (element >= size) return;
  if (element % 2 == 0) {
    result[element] = even_way(data[element], rounds);
  } else {
    result[element] = odd_way(data[element], rounds);
  }
}
