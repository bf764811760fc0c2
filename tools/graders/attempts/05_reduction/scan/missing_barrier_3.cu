#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int sums[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  sums[t] = i < size ? data[i] : 0;
  __syncthreads();

  // 1, 2, 4, ... words back
  for (unsigned stride = 1; stride < blockDim.x; stride <<= 1) {
    if (t >= stride) sums[t] += sums[t - stride];
    __syncthreads();  // step done
  }

  if (i < size) result[i] = sums[t];
}
