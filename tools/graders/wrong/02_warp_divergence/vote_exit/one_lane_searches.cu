// fails: properties: one_lane_searches.cu:13: most-loads-here
//
// One lane searches, stops at once, and 31 look on.
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  if (lane != 0) return;
  unsigned i = 1;
  while (i < columns && row[i] >= row[i - 1]) ++i;
  result[warp] = i < columns ? i : columns;
}
