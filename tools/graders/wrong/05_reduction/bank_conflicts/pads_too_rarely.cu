// fails: properties: pads_too_rarely.cu:19: lanes-load-from-bank
//
// One word of padding for every 64: two lanes still share a bank.
#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__device__ unsigned padded(unsigned word) { return word + word / 64; }

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block + largest_block / 64];
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
