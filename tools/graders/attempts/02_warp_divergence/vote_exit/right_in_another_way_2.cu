// 02_warp_divergence/vote_exit
#include "02_warp_divergence/vote_exit.hpp"

// The first descent of a row, found by a whole warp: all lanes return the same.
__device__ unsigned search(const int* row, unsigned columns, unsigned lane) {
  unsigned base = 1;  // lane 0 looks at column `base`, lane 31 at base + 31
  while (base < columns) {
    const unsigned c = base + lane;
    bool down = false;
    if (c < columns) down = row[c] < row[c - 1];
    const unsigned votes = __ballot_sync(~0u, down);
    if (votes) return base + (__ffs(static_cast<int>(votes)) - 1);
    base += 32;
  }
  return columns;
}

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
  const unsigned lane = threadIdx.x & 31;
  if (row < rows) {
    const unsigned where = search(data + row * columns, columns, lane);
    if (lane == 31) result[row] = where;
  }
}
