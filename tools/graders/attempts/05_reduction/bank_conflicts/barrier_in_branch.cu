#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  // Halve what is left: the upper half is added to the lower one.
  for (unsigned half = blockDim.x >> 1; half != 0; half >>= 1) {
    if (t < half) {
      tile[t] += tile[t + half];
      __syncthreads();
    }
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
