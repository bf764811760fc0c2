#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned start = 0;
  unsigned length = table_size;
  while (length > 1) {  // depends on the table only
    const unsigned half = length / 2;
    const unsigned step = (table[start + half - 1] < key) ? half : 0;  // a select
    start += step;
    length = half;
  }
  position[i] = start + (table[start] < key ? 1 : 0);
}
