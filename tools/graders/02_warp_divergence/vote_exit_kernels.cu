#include "vote_exit_kernels.hpp"

__global__ void first_descents_as_given(const int* data, unsigned* result, unsigned rows,
                                        unsigned columns) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x % 32;
  if (warp >= rows) return;  // whole warps: their lanes agree
  const int* row = data + warp * columns;
  if (lane == 0) result[warp] = columns;
  __syncwarp();

  for (unsigned i = lane + 1; i < columns; i += 32) {
    if (row[i] < row[i - 1]) {
      atomicMin(&result[warp], i);
      break;  // this lane; the others go on
    }
  }
}
