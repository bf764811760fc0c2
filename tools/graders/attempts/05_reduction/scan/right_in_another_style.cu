#include "05_reduction/scan.hpp"

// The tile has a row for the steps with an even number and one for the others.
__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[2 * 1024];
  const unsigned t = threadIdx.x, n = blockDim.x;
  const unsigned i = blockIdx.x * n + t;
  int mine = i < size ? data[i] : 0;
  unsigned row = 0;
  for (unsigned stride = 1; stride < n; stride += stride) {
    int* words = tile + row * 1024;
    words[t] = mine;
    __syncthreads();
    if (t >= stride) mine += words[t - stride];
    row ^= 1;
  }
  if (i < size) result[i] = mine;
}
