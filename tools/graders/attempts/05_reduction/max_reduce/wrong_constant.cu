// 05_reduction/max_reduce
#include <climits>

#include "05_reduction/max_reduce.hpp"

constexpr unsigned largest_block = 1024;
constexpr int lowest = -INT_MAX;  // nothing can be smaller

__device__ void keep_larger(int& here, int other) {
  if (other > here) here = other;
}

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int best[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  best[t] = lowest;
  if (i < size) best[t] = data[i];
  __syncthreads();

  for (unsigned half = blockDim.x >> 1; half != 0; half >>= 1) {
    if (t < half) keep_larger(best[t], best[t + half]);
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = best[0];
}
