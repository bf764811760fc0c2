// fails: results: full_steps_only.cu:13: never-read(data … columns`, line(11
//
// Steps that are not full are left out.
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  for (unsigned first = 1; first + 32 <= columns; first += 32) {  // the same in all lanes
    const unsigned i = first + lane;
    const bool descends = i < columns && row[i] < row[i - 1];
    const unsigned found = __ballot_sync(0xFFFFFFFF, descends);
    if (found != 0) {
      if (lane == 0) result[warp] = first + __ffs(found) - 1;
      return;
    }
  }
  if (lane == 0) result[warp] = columns;
}
