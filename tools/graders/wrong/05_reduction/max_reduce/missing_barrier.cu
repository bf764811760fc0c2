// fails: results: missing_barrier.cu:19: of-kernel-does(block_maxima, race-no-barrier(race
//
// No barrier between the steps: a warp compares what other warps have not compared yet.
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
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
