// fails: results: first_threads_hand_on.cu:16: never-written(counts
//
// A block of 32 threads hands on 32 of 64 bins.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();  // all bins are 0 before anybody counts

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  if (threadIdx.x < bins) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}
