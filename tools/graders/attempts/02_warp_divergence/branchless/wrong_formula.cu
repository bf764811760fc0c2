#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned base = 0;
  unsigned candidates = table_size;
  while (candidates > 1) {
    const unsigned half = candidates / 2;
    base += table[base + half - 1] < key ? half : 0;
    candidates = half;
  }
  base += table[base] < key ? 1 : 0;
  position[i] = base;
}
