// 02_warp_divergence/vote_exit: leave a search as a warp
// Task       Let the lanes vote after each step, so that all of them leave the loop once one has
//            found something.
// Given      Each warp looks for the first place at which its row of numbers goes down. The kernel
//            is right, but a lane that has found a place waits while its warp reads on to the end.
// Done when  the results are right for rows of 1 to 1000 numbers, wherever the place is, or with
//            none; a warp makes the starter kernel's load requests only up to the place, plus at
//            most an eighth of all of them; the threads share the work; every lane in the mask of a
//            vote reaches it.
// Interface  __global__ void first_descents(const int* data, unsigned* result, unsigned rows,
//                                           unsigned columns);   // described in vote_exit.hpp
#include "02_warp_divergence/vote_exit.hpp"

__global__ void first_descents(const int* data, unsigned* result, unsigned rows, unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  if (lane == 0) result[warp] = columns;
  __syncwarp();

  // TODO (8 lines): loop in steps of 32 columns that are the same for all lanes, vote on whether
  // this lane's column goes down, and let lane 0 write the first place before all leave.
  for (unsigned i = lane + 1; i < columns; i += 32) {
    if (row[i] < row[i - 1]) {
      atomicMin(&result[warp], i);
      break;  // this lane; the others go on
    }
  }
}
