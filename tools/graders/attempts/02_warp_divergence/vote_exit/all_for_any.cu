// Exercise 02_warp_divergence/vote_exit: leave a search as a warp
//
// Each warp asks of a row of numbers where it first goes down. A lane that has found such a place
// leaves the loop, and gains nothing by it: its warp reads on to the end of the row, for the lanes
// that have found nothing and will not.
//
// Let the lanes vote after each step, so that all leave once one has found something. Every lane
// that is named in the mask of a vote has to come to it, in the last step of a ragged row, too.
//
// What is checked: the results, for rows of 1 to 1000 numbers, with the place anywhere or nowhere,
// and for various numbers of rows; that `data` stays as it is and nothing outside of it is read;
// that a warp stops soon after the place: it may make as large a part of the load requests of the
// kernel given as lies before the place, plus an eighth.
//
// The parameters are described beside this file, in vote_exit.hpp.
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  if (lane == 0) result[warp] = columns;
  __syncwarp();

  for (unsigned first = 1; first < columns; first += 32) {
    const unsigned i = first + lane;
    bool found = false;
    if (i < columns && row[i] < row[i - 1]) {
      atomicMin(&result[warp], i);
      found = true;
    }
    if (__all_sync(0xFFFFFFFF, found)) break;
  }
}
