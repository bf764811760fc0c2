// 04_parallelism/stencil: load once, use seven times
#include "04_parallelism/stencil.hpp"

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int window[1024 + 2 * radius];
  const unsigned begin = blockIdx.x * blockDim.x;

  // window[k] is data[begin + k - radius]
  for (unsigned k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x) {
    int x = 0;
    if (begin + k >= radius && begin + k < size + radius) x = data[begin + k - radius];
    window[k] = x;
  }
  __syncthreads();

  const unsigned i = begin + threadIdx.x;
  if (i >= size) return;
  const int* middle = window + radius + threadIdx.x;
  int sum = *middle;
#pragma unroll
  for (int k = 1; k <= static_cast<int>(radius); ++k) sum += middle[k] + middle[-k];
  result[i] = sum;
}
