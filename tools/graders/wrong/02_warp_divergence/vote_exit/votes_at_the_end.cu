// fails: properties: votes_at_the_end.cu:13: most-loads-here
//
// One vote, behind the loop: it finds the first place, but nobody leaves earlier.
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  unsigned mine = columns;
  for (unsigned i = lane + 1; i < columns; i += 32) {
    if (row[i] < row[i - 1]) {
      mine = i;
      break;
    }
  }
  mine = __reduce_min_sync(0xFFFFFFFF, mine);
  if (lane == 0) result[warp] = mine;
}
