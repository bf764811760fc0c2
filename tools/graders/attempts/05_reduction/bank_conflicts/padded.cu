#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

// One free word behind every 32: words 32 apart lie in different banks.
__device__ constexpr unsigned padded(unsigned i) { return i + i / 32; }

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block + largest_block / 32];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[padded(t)] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * t;
    if (left < blockDim.x) tile[padded(left)] += tile[padded(left + stride)];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
