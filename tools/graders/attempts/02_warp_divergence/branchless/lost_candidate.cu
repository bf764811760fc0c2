// 02_warp_divergence/branchless: a search without divergence
#include "02_warp_divergence/branchless.hpp"

// Entries of table[0] ... table[n - 1] below key, n >= 1.
__device__ unsigned count_below(const unsigned* table, unsigned n, unsigned key) {
  const unsigned* first = table;
  while (n > 1) {
    const unsigned half = n / 2;
    first += first[half - 1] < key ? half : 0;
    n = half;
  }
  return static_cast<unsigned>(first - table) + (*first < key);
}

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) position[i] = count_below(table, table_size, keys[i]);
}
