#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned e = even_way(data[i], rounds);
  const unsigned o = odd_way(data[i], rounds);
  result[i] = i % 2 == 0 ? e : o;
}
