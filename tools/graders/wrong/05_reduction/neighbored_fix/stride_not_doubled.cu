// fails: checks: stride_not_doubled.cu:15: of-kernel-does(block_sums, race-in-one-round(race
//
// Thread t works at stride * t: the sums that matter are right, but every second thread writes to
// an element that its neighbour reads.
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = stride * t;
    if (left + stride < count) tile[left] += tile[left + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
