// fails: results: last_column_missing.cu:13: to-blame(comparison, other-comparison
//
// Stops one column too early.
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  for (unsigned first = 0; first < columns; first += 32) {  // the same in all lanes
    const unsigned i = first + lane;
    const bool descends = i > 0 && i + 1 < columns && row[i] < row[i - 1];
    const unsigned found = __ballot_sync(0xFFFFFFFF, descends);
    if (found != 0) {
      if (lane == 0) result[warp] = first + __ffs(found) - 1;
      return;
    }
  }
  if (lane == 0) result[warp] = columns;
}
