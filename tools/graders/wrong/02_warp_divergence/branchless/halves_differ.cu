// fails: properties: halves_differ.cu:13: lanes-diverge
//
// No early exit any more; but the two halves are not of one size, and some lanes need a step more.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0, last = table_size;
  while (first < last) {
    const unsigned middle = (first + last) / 2;
    const bool less = table[middle] < key;
    first = less ? middle + 1 : first;
    last = less ? last : middle;
  }
  position[i] = first;
}
