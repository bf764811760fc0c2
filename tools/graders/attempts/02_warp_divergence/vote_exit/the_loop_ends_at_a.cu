#include "02_warp_divergence/vote_exit.hpp"

#define FULL 0xFFFFFFFFu

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  if (lane == 0) result[warp] = columns;
  __syncwarp();

  for (unsigned i = lane + 1; i < columns; i += 32) {
    const unsigned votes = __ballot_sync(FULL, row[i] < row[i - 1]);
    if (votes) {
      // lane 0 has the first column of these 32
      if (lane == 0) result[warp] = i + __ffs(votes) - 1;
      break;
    }
  }
}
