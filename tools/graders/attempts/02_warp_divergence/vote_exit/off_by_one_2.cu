#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;
  const int* row = data + warp * columns;

  if (lane == 0) result[warp] = columns;  // if nothing is found

  unsigned base = 1;  // the same for all lanes of the warp
  while (base < columns) {
    const unsigned c = base + lane;
    bool down = false;
    if (c < columns) down = row[c] < row[c - 1];

    const unsigned votes = __ballot_sync(0xFFFFFFFFu, down);
    if (votes != 0) {
      // lowest bit = first column
      if (lane == 0) result[warp] = base + __ffs(votes);
      return;
    }
    base += 32;
  }
}
