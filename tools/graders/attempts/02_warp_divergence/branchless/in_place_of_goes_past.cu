#include "02_warp_divergence/branchless.hpp"

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0;  // the position is one of first ... first + count
  unsigned count = table_size;
  while (count > 1) {
    const unsigned half = count / 2;
    first += table[first + half - 1] <= key ? half : 0;
    count -= half;
  }
  first += table[first] < key ? 1 : 0;
  position[i] = first;
}
