// fails: checks: no_guard.cu:9: of-kernel-does(find_positions, accesses-element(reads
//
// All branches were removed, the guard among them.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned key = keys[i];

  unsigned first = 0;
  for (unsigned length = table_size; length > 1; length -= length / 2) {
    const unsigned half = length / 2;
    first += table[first + half - 1] < key ? half : 0;
  }
  position[i] = first + (table[first] < key ? 1 : 0);
}
