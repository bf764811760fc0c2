// fails: properties: one_thread_hands_on.cu:17: few-lanes-do
//
// Thread 0 hands on all bins, one after the other.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();  // all bins are 0 before anybody counts

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  if (threadIdx.x == 0)
    for (unsigned b = 0; b < bins; ++b) atomicAdd(&counts[b], own[b]);
}
