// Exercise 02_warp_divergence/align_to_warp: the same results, and no warp parts
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= size) return;

  const unsigned pair = thread / 64;
  const unsigned odd = thread / 32 % 2;  // warps 0, 2, 4, ... take the even ones
  const unsigned mine = pair * 64 + thread % 32 * 2 + odd;
  result[mine] = odd == 0 ? even_way(data[mine], rounds) : odd_way(data[mine], rounds);
}
