// Exercise 05_reduction/max_reduce: the same tree, another operation
//
// The kernel below adds up the elements of a block. Make it find the largest of them instead. Any
// operation that is associative and commutative fits into the tree; two things depend on it:
//
//   - how two values become one;
//   - what the threads without an element take part with. 0 changes no sum. What changes no
//     maximum?
//
// What is checked: the maxima, for sizes around a warp and a block, and for blocks of 64 to 1024
// threads, of positive and of negative elements and of the smallest that there are; wherever the
// largest lies; that `data` stays as it is and nothing outside of it is read; that elements are
// read once, and that the threads share the work.
//
// How the kernel is launched is described beside this file, in max_reduce.hpp.
#include <climits>

#include "05_reduction/max_reduce.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  // TODO (1 line): which value can be put in without changing a maximum?
  tile[t] = i < size ? data[i] : -INT_MAX;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    // TODO (1 line): how do two values become one?
    if (t < stride) tile[t] = max(tile[t], tile[t + stride]);
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
