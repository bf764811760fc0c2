#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;
  const int* row = data + warp * columns;

  unsigned place = columns;
  for (unsigned column = lane + 1; column < columns; column += 32) {
    const bool down = row[column] < row[column - 1];
    const unsigned votes = __ballot_sync(0xFFFFFFFF, down);
    if (votes != 0) {
      place = column - lane + __ffs(votes) - 1;
      break;
    }
  }
  if (lane == 0) result[warp] = place;
}
