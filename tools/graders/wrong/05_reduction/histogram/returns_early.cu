// fails: results: returns_early.cu:15: of-kernel-does(histogram, never-reached(threads … left-at(11
//
// Threads that find no element leave before the second barrier; and the bins need them.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();  // all bins are 0 before anybody counts

  if (blockIdx.x * blockDim.x + threadIdx.x >= size) return;
  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}
