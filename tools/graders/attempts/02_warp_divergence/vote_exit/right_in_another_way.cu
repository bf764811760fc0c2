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

  unsigned place = columns;
  for (unsigned done = 0; place == columns && done + 1 < columns; done += 32) {
    const unsigned right = done + lane + 1;
    const bool down = right < columns ? row[right] < row[right - 1] : false;
    const unsigned votes = __ballot_sync(~0u, down);
    if (votes > 0) place = done + __ffs(votes);  // lane 0 has column done + 1, and __ffs says 1
  }
  if (lane == 0) result[warp] = place;
}
