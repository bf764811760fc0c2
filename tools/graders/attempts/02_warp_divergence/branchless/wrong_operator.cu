#include "02_warp_divergence/branchless.hpp"

// 1 if this entry lies before the key's position, else 0
__device__ unsigned lies_before(unsigned entry, unsigned key) {
  return entry <= key ? 1u : 0u;
}

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned me = blockDim.x * blockIdx.x + threadIdx.x;
  if (me >= size) return;
  const unsigned wanted = keys[me];

  // [from, from + left) still in question; `left` is the same for every lane
  unsigned from = 0;
  unsigned left = table_size;
  while (left > 1) {
    const unsigned half = left / 2;
    from += half * lies_before(table[from + half - 1], wanted);
    left -= half;
  }
  // one entry left
  position[me] = from + lies_before(table[from], wanted);
}
