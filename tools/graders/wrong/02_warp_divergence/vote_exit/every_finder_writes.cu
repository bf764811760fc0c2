// fails: checks: every_finder_writes.cu:16: … race-in-one-instruction(global, thread
//
// Every lane that has found a place writes its own, and which one stays is left to chance.
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  for (unsigned first = 1; first < columns; first += 32) {  // the same in all lanes
    const unsigned i = first + lane;
    const bool descends = i < columns && row[i] < row[i - 1];
    const unsigned found = __ballot_sync(0xFFFFFFFF, descends);
    if (found != 0) {
      if (descends) result[warp] = i;
      return;
    }
  }
  if (lane == 0) result[warp] = columns;
}
