// fails: results: hands_on_in_the_loop.cu:15: counted-often(data
//
// Hands its bins on in every round, with what it had handed on before.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned first = blockIdx.x * blockDim.x; first < size; first += threads) {
    if (first + threadIdx.x < size) atomicAdd(&own[data[first + threadIdx.x]], 1);
    __syncthreads();
    for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
    __syncthreads();
  }
}
