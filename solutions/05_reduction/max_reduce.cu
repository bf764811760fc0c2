// Solution of 05_reduction/max_reduce
//
// The tree asks nothing of the operation but that pairs may be formed in any order. A thread
// without an element takes part with the neutral element, which for the maximum is the smallest
// int: no element is smaller. 0 would be neutral only as long as no block has negative elements
// alone.
#include <climits>

#include "05_reduction/max_reduce.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : INT_MIN;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] = max(tile[t], tile[t + stride]);
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
