// fails: checks: not_all_come_to_the_vote.cu:14: … lanes-left(mask-names
//
// The last step of a ragged row has less than 32 lanes, and the vote waits for all.
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  if (lane == 0) result[warp] = columns;
  __syncwarp();
  for (unsigned i = lane + 1; i < columns; i += 32) {
    const unsigned found = __ballot_sync(0xFFFFFFFF, row[i] < row[i - 1]);
    if (found != 0) {
      if (lane == 0) result[warp] = i + __ffs(found) - 1;
      break;
    }
  }
}
