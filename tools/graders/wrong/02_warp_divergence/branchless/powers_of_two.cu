// fails: results: powers_of_two.cu:14: never-read(table
//
// Halves are rounded down and the rest is forgotten: right for powers of two only.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0;
  for (unsigned half = table_size / 2; half > 0; half /= 2)
    first += table[first + half - 1] < key ? half : 0;
  position[i] = first + (table[first] < key ? 1 : 0);
}
