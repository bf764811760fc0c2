// fails: properties: halves_where_measured.cu:13: lanes-diverge
//
// Searches by halving in tables of a few sizes, and entry by entry in all others.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned n, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];
  if (n != 2 && n != 31 && n != 1000 && n != 1024 && n != 4097) {
    unsigned at = 0;
    while (at < n && table[at] < key) ++at;
    position[i] = at;
    return;
  }
  unsigned first = 0;
  for (unsigned length = n; length > 1; length -= length / 2) {
    const unsigned half = length / 2;
    first += table[first + half - 1] < key ? half : 0;
  }
  position[i] = first + (table[first] < key ? 1 : 0);
}
