// fails: results: missing_barrier.cu:16: of-kernel-does(block_sums, race-no-barrier(race
//
// No barrier between the steps: a warp adds what other warps have not summed up yet.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
