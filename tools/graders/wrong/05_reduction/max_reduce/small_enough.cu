// fails: results: small_enough.cu: … 15
//
// A number that seemed small enough; but an element may be any int.
#include <climits>

#include "05_reduction/max_reduce.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t] = i < size ? data[i] : -1000000;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] = max(tile[t], tile[t + stride]);
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
