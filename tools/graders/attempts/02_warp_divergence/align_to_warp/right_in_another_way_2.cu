#include "02_warp_divergence/align_to_warp.hpp"

namespace {

// Moves bit 5 of a number to bit 0, and bits 0 to 4 up by one. The rest stays.
__device__ unsigned rotate_six_bits(unsigned number) {
  return (number & ~63u) | ((number & 31u) << 1) | ((number >> 5) & 1u);
}

}  // namespace

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned e = rotate_six_bits(blockIdx.x * blockDim.x + threadIdx.x);
  if (e < size) {
    if (e & 1u)
      result[e] = odd_way(data[e], rounds);
    else
      result[e] = even_way(data[e], rounds);
  }
}
