#include "05_reduction/bank_conflicts.hpp"

// Folds the tile like a sheet of paper: first meets last, second meets last but one.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  int own = 0;
  if (i < size) own = data[i];
  tile[t] = own;

  for (unsigned length = blockDim.x; length > 1; length >>= 1) {
    __syncthreads();
    const unsigned mirror = length - 1 - t;
    if (t < length >> 1) tile[t] += tile[mirror];
  }
  if (t == 0) partial[blockIdx.x] = *tile;
}
