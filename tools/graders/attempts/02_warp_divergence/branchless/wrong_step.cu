#include "02_warp_divergence/branchless.hpp"

// How many of the entries of a sorted table are below `key`.
__device__ unsigned entries_below(const unsigned* table, unsigned length, unsigned key) {
  const unsigned* base = table;
  while (length > 1) {
    const unsigned half = length / 2;
    base += (base[half - 1] < key) * half;
    length = half;
  }
  return static_cast<unsigned>(base - table) + (*base < key);
}

__global__ void find_positions(const unsigned* table, unsigned table_size, const unsigned* keys,
                               unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) position[i] = entries_below(table, table_size, keys[i]);
}
