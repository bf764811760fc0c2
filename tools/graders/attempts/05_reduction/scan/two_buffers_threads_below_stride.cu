// scan with two tiles, so one barrier in each step is enough
#include "05_reduction/scan.hpp"

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tiles[2][1024];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  int* from = tiles[0];
  int* to = tiles[1];
  from[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t >= stride) to[t] = from[t] + from[t - stride];
    __syncthreads();
    int* const old = from;
    from = to;
    to = old;
  }

  if (i < size) result[i] = from[t];
}
