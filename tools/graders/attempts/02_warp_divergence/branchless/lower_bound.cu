#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0, length = table_size;
  while (length > 0) {
    const unsigned half = length / 2;
    const bool less = table[first + half] < key;
    first = less ? first + half + 1 : first;
    length = less ? length - half - 1 : half;
  }
  position[i] = first;
}
