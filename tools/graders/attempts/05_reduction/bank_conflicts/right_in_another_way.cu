#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned banks = 32;
constexpr unsigned largest_block = 1024;

// Where word number `word` lies: one place is left empty after each 32.
__device__ unsigned at(unsigned word) { return word + word / banks; }

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block + largest_block / banks];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[at(t)] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned left = 2 * stride * t;
    if (left < blockDim.x) tile[at(left)] += tile[at(left + stride)];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
