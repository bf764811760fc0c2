#include "02_warp_divergence/vote_exit.hpp"

constexpr unsigned all_lanes = 0xFFFFFFFF;

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;
  const int* row = data + warp * columns;

  for (unsigned column = lane + 1; column < columns; column += 32) {
    const unsigned down = __ballot_sync(all_lanes, row[column] < row[column - 1]);
    if (down != 0) {
      if (lane == 0) result[warp] = column + __ffs(down) - 1;
      return;
    }
  }
  if (lane == 0) result[warp] = columns;
}
