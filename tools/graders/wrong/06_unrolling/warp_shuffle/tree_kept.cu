// fails: properties: tree_kept.cu:28: most-arrive-here
//
// The tree in shared memory stays, down to one warp: shuffles only replace its last steps.
#include "06_unrolling/warp_shuffle.hpp"

constexpr unsigned whole_warp = 0xFFFFFFFF;  // a mask: one bit for each lane that takes part

// Lane 0 gets the sum over the warp. All 32 lanes must come.
__device__ int warp_sum(int value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(whole_warp, value, distance);
  }
  return value;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  unsigned left = blockDim.x;
  while (left > 32) {
    const unsigned half = (left + 1) / 2;
    if (t + half < left) tile[t] += tile[t + half];
    __syncthreads();
    left = half;
  }
  if (t < 32) {
    const int sum = warp_sum(t < left ? tile[t] : 0);
    if (t == 0) partial[blockIdx.x] = sum;
  }
}
