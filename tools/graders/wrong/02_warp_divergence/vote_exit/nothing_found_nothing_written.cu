// fails: results: nothing_found_nothing_written.cu:11: nobody-writes(result … experiment(line(19
//
// A row in ascending order gets no result.
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
      if (lane == 0) result[warp] = first + __ffs(found) - 1;
      return;
    }
  }
}
