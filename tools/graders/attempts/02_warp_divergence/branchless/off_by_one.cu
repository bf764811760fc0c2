// 02_warp_divergence/branchless
#include "02_warp_divergence/branchless.hpp"

// The position is built up bit by bit from the top. `jump` is the same for all threads.
__device__ unsigned count_less(const unsigned* table, unsigned n, unsigned key) {
  unsigned jump = 1;
  while (2 * jump < n) jump *= 2;

  unsigned below = 0;  // so many entries are known to be less than key
  for (; jump > 0; jump /= 2) {
    const unsigned candidate = below + jump;
    const unsigned look = min(candidate, n) - 1;  // never past the end of the table
    const unsigned ok = (candidate <= n) & (table[look] < key);
    below += ok * jump;
  }
  return below;
}

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) position[i] = count_less(table, table_size, keys[i]);
}
