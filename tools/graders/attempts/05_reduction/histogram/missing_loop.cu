// 05_reduction/histogram
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned mine[bins];

  // start with an empty histogram
  const unsigned t = threadIdx.x;
  if (t < bins) mine[t] = 0;
  __syncthreads();

  // count
  const unsigned step = gridDim.x * blockDim.x;
  unsigned i = blockIdx.x * blockDim.x + t;
  while (i < size) {
    atomicAdd(mine + data[i], 1u);
    i += step;
  }
  __syncthreads();

  // hand over to the global one
  for (unsigned b = t; b < bins; b += blockDim.x) atomicAdd(counts + b, mine[b]);
}
