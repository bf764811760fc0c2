// fails: checks: reads_behind_the_table.cu:15: … accesses-element(reads
//
// Each half is one entry too long, so that a search at the end of the table leaves it.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0;
  for (unsigned length = table_size; length > 0; length /= 2) {
    const unsigned half = length / 2;
    first += table[first + half] < key ? half + 1 : 0;
  }
  position[i] = first;
}
