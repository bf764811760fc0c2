#include <climits>

#include "05_reduction/max_reduce.hpp"

constexpr unsigned largest_block = 1024;
constexpr int nothing = -INT_MAX;  // never larger than an element

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int best[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  if (i < size) {
    best[t] = data[i];
  } else {
    best[t] = nothing;
  }

  for (unsigned n = blockDim.x / 2; n > 0; n >>= 1) {
    __syncthreads();
    if (t < n) best[t] = max(best[t], best[t + n]);
  }
  if (t == 0) partial[blockIdx.x] = best[0];
}
