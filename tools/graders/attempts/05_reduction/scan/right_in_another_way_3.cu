#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tiles[2][largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  int sum = i < size ? data[i] : 0;
  int* from = tiles[0];
  int* to = tiles[1];
  from[t] = sum;

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();  // all of `from` is written, and nobody reads `to` any more
    if (t >= stride) sum += from[t - stride];
    to[t] = sum;
    int* const old = from;
    from = to;
    to = old;
  }

  if (i < size) result[i] = sum;
}
