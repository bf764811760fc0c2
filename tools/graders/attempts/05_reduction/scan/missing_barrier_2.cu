// 05_reduction/scan
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int sums[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const bool exists = i < size;

  sums[t] = exists ? data[i] : 0;
  __syncthreads();

  for (unsigned reach = 1; reach < blockDim.x; reach *= 2) {
    if (t >= reach) sums[t] += sums[t - reach];
    __syncthreads();
  }

  if (exists) result[i] = sums[t];
}
