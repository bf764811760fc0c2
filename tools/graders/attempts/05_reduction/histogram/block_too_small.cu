#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  const unsigned t = threadIdx.x;
  if (t < bins) own[t] = 0;
  __syncthreads();

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + t; i < size; i += threads)
    atomicAdd(own + data[i], 1u);
  __syncthreads();

  for (unsigned bin = t; bin < bins; bin += blockDim.x) atomicAdd(counts + bin, own[bin]);
}
