#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= size) return;

  // 64 elements belong to two warps: even warp -> even elements, odd warp -> odd elements
  const unsigned group = tid / 64;
  const unsigned lane = tid % 32;
  const unsigned parity = (tid / 32) % 2;
  const unsigned i = group * 64 + lane * 2 + parity;

  if (parity == 0)
    result[i] = even_way(data[i], rounds);
  else
    result[i] = odd_way(data[i], rounds);
}
