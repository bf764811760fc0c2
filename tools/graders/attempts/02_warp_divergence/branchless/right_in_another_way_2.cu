#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned thread = blockDim.x * blockIdx.x + threadIdx.x;
  if (thread >= size) return;

  const unsigned key = keys[thread];
  unsigned at = 0;             // the position is one of at ... at + left
  unsigned left = table_size;  // never 0
  while (left >= 2) {
    const unsigned skip = left >> 1;
    const unsigned further = at + skip;
    at = table[further] < key ? further : at;
    left -= skip;
  }
  at += table[at] < key;
  position[thread] = at;
}
