// fails: properties: one_thread_counts.cu:12: one-lane-works
//
// Thread 0 counts the elements of the whole block, and needs no atomics for it.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned first = blockIdx.x * blockDim.x; threadIdx.x == 0 && first < size; first += threads)
    for (unsigned i = first; i < first + blockDim.x && i < size; ++i) ++own[data[i]];
  __syncthreads();

  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}
