// fails: checks: no_guard.cu:14: of-kernel-does(block_sums, accesses-element(reads
//
// It asks whether the element lies in the block, not whether it exists: the last block reads past
// the end.
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * t;
    if (left + stride < blockDim.x) tile[left] += tile[left + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
