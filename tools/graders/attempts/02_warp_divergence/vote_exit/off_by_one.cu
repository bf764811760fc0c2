// 02_warp_divergence/vote_exit: leave a search as a warp
// Task       Let the lanes vote after each step, so that all of them leave the loop once one has
//            found something.
// Given      Each warp looks for the first place at which its row of numbers goes down. The kernel
//            is right, but a lane that has found a place waits while its warp reads on to the end.
// Done when  the results are right for rows of 1 to 1000 numbers, with the place anywhere or
//            nowhere; a warp makes the share of the starter kernel's load requests that lies before
//            the place, and at most an eighth more; every lane in the mask of a vote reaches it.
// Interface  __global__ void first_descents(const int* data, unsigned* result, unsigned rows,
//                                           unsigned columns);   // described in vote_exit.hpp
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;
  const int* row = data + warp * columns;

  unsigned found = columns;
  for (unsigned start = 1; start < columns; start += 32) {
    const unsigned c = start + lane;
    bool down = false;
    if (c < columns) down = row[c] < row[c - 1];
    const unsigned votes = __ballot_sync(0xFFFFFFFF, down);
    if (votes != 0) {
      found = start + __ffs(votes);
      break;
    }
  }
  if (lane == 0) result[warp] = found;
}
