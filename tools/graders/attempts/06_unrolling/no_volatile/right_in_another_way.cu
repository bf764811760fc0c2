#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// The sum of a value of each lane, in all 32 lanes. The whole warp must come.
__device__ int sum_of_warp(int value) {
  for (int other = 1; other < 32; other *= 2) value += __shfl_xor_sync(0xFFFFFFFF, value, other);
  return value;
}

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride >= 64; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t >= 32) return;

  const int total = sum_of_warp(tile[t] + tile[t + 32]);
  if (t == 31) partial[blockIdx.x] = total;
}
