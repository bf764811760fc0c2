#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = tid / 32;
  const unsigned lane = tid % 32;
  const unsigned element = (warp / 2) * 64 + lane * 2 + (warp % 2);
  if (element >= size) return;
  if (warp % 2 == 0)
    result[tid] = even_way(data[element], rounds);
  else
    result[tid] = odd_way(data[element], rounds);
}
