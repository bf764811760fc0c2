#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned mine[bins];
  const unsigned t = threadIdx.x;

  // 1. empty
  if (t < bins) mine[t] = 0;
  __syncthreads();

  // 2. count
  unsigned at = blockIdx.x * blockDim.x + t;
  const unsigned step = gridDim.x * blockDim.x;
  while (at < size) {
    atomicAdd(mine + data[at], 1u);
    at += step;
  }
  __syncthreads();

  // 3. hand over
  for (unsigned b = t; b < bins; b += blockDim.x) atomicAdd(counts + b, mine[b]);
}
