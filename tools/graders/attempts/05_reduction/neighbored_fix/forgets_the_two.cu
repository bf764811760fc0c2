// Exercise 05_reduction/neighbored_fix: the same additions, by threads that are neighbours
//
// The kernel below adds up the elements of a block in place: neighbours first, then sums 2, 4, 8,
// ... elements apart. The sum is right. But the threads that add are every second, every fourth,
// every eighth: in each step every warp has lanes that add and lanes that wait.
//
// Let the first threads of the block do the additions, in every step. Which elements are added to
// which may stay as it is.
//
// What is checked: the sums, for sizes around a warp and a block, and for blocks of 64 to 1024
// threads; that nothing outside of `data` is read or written; that a block diverges at most 8
// times; that the threads share the work.
//
// How the kernel is launched is described beside this file, in neighbored_fix.hpp.
#include "05_reduction/neighbored_fix.hpp"

__global__ void block_sums(int* data, int* partial, unsigned size) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - first);  // elements of this block
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    // TODO (2 lines): which element does thread t add to, if threads 0, 1, 2, ... do the work?
    const unsigned left = stride * t;
    if (left + stride < count) tile[left] += tile[left + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
