#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned t = threadIdx.x;

  tile[t] = first + t < size ? data[first + t] : 0;
  __syncthreads();

  // Hillis and Steele
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    int before = 0;
    if (t >= stride) before = tile[t - stride];
    tile[t] += before;
    __syncthreads();
  }

  if (first + t < size) result[first + t] = tile[t];
}
