// fails: properties: guard_parts_lanes.cu:16: lanes-diverge
//
// As many steps in every lane, but in each of them a guard: lanes that would read too far jump.
#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0;
  unsigned step = 1;
  while (2 * step <= table_size) step *= 2;
  for (; step > 0; step /= 2)
    if (first + step <= table_size && table[first + step - 1] < key) first += step;
  position[i] = first;
}
