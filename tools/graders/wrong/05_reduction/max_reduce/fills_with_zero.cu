// fails: results: fills_with_zero.cu: … 15
//
// 0 is neutral for a sum. It is larger than every negative element.
#include <climits>

#include "05_reduction/max_reduce.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] = max(tile[t], tile[t + stride]);
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
