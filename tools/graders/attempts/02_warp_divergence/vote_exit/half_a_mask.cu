#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;

  for (unsigned first = 1; first < columns; first += 32) {
    const unsigned i = first + lane;
    const bool down = i < columns && row[i] < row[i - 1];
    const unsigned votes = __ballot_sync(0xFFFF, down);
    if (votes != 0) {
      if (lane == 0) result[warp] = first + __ffs(votes) - 1;
      return;
    }
  }
  if (lane == 0) result[warp] = columns;
}
