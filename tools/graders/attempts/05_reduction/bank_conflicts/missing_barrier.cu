#include "05_reduction/bank_conflicts.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned me = threadIdx.x;
  const unsigned from = blockIdx.x * blockDim.x + me;

  int x = 0;
  if (from < size) x = data[from];
  tile[me] = x;
  __syncthreads();

  // upper half onto lower half: neighbours use neighbouring words
  unsigned half = blockDim.x / 2;
  while (half > 0) {
    if (me < half) tile[me] += tile[me + half];
    if (half > 32) __syncthreads();  // the rest is done by one warp
    half /= 2;
  }

  if (me == 0) partial[blockIdx.x] = tile[0];
}
