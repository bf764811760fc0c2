// branchless: binary search by steps of powers of two
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned step = 1;
  while (2 * step < table_size) step *= 2;

  unsigned less = 0;  // entries known to be less than key
  for (; step > 0; step /= 2) {
    const unsigned next = less + step;
    const unsigned entry = table[min(next, table_size) - 1];
    const bool go = (next <= table_size) & (entry < key);
    less = go ? next : less;
  }
  position[i] = less;
}
