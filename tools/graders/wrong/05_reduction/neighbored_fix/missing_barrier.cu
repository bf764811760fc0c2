// fails: results: missing_barrier.cu:14: of-kernel-does(block_sums, race-one-statement(race
//
// No barrier between the steps: a warp adds what other warps have not summed up yet.
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * t;
    if (left + stride < count) tile[left] += tile[left + stride];
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
