// 05_reduction/histogram: count at home first
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned local[bins];
  const unsigned t = threadIdx.x;
  for (unsigned b = t; b < bins; b += blockDim.x) local[b] = 0;
  __syncthreads();

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + t; i < size; i += threads) {
    const unsigned char value = data[i];
    atomicAdd(local + value, 1u);
  }
  __syncthreads();

  for (unsigned b = t; b < bins; b += 32) {
    atomicAdd(counts + b, local[b]);
  }
}
