// 05_reduction/max_reduce: the same tree, another operation
// Task       Make the kernel find the largest element of each block instead of the sum.
// Given      The kernel adds up the elements of a block. Its tree works for any operation that is
//            associative and commutative; only two lines depend on which one it is. Threads without
//            an element put 0 into the tile, which changes no sum, but may change a maximum.
// Done when  the maxima are right for any size and blocks of 64 to 1024 threads, for positive and
//            negative elements and the smallest int, wherever the largest element lies; elements
//            are read once; the threads share the work; no check finds anything.
// Interface  __global__ void block_maxima(const int* data, int* partial, unsigned size);
#include <climits>

#include "05_reduction/max_reduce.hpp"

constexpr unsigned largest_block = 1024;
constexpr int lowest = -INT_MAX;

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : lowest;
  __syncthreads();

  unsigned left = blockDim.x;
  while (left > 1) {
    left /= 2;
    if (t < left && tile[t + left] > tile[t]) tile[t] = tile[t + left];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
