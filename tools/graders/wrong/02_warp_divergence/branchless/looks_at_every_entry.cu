// fails: properties: looks_at_every_entry.cu:13: most-instructions-here
//
// No lane parts, because every lane looks at the whole table.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned less = 0;
  for (unsigned entry = 0; entry < table_size; ++entry) less += table[entry] < key ? 1 : 0;
  position[i] = less;
}
