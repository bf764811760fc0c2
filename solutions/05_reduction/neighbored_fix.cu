// Solution of 05_reduction/neighbored_fix
//
// In a step with distance `stride`, sums begin at elements 0, 2 * stride, 4 * stride, ... Thread t
// takes the one at 2 * stride * t, so the threads at work are the first of the block, and the
// others fall out by whole warps. A warp diverges only once fewer than 32 threads are left: in the
// last five steps. The guard compares the element, not the thread, with what the block has.
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * t;
    if (left + stride < count) tile[left] += tile[left + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
