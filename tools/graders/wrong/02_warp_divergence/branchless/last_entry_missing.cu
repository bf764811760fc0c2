// fails: results: last_entry_missing.cu:15: never-read(table … experiment(`first`, line(17
//
// One candidate is left, and nobody compares it.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0;
  for (unsigned length = table_size; length > 1; length -= length / 2) {
    const unsigned half = length / 2;
    first += table[first + half - 1] < key ? half : 0;
  }
  position[i] = first;
}
