// fails: results: one_element_a_thread.cu:12: never-read(data
//
// Elements behind the first round of the grid are left out.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();  // all bins are 0 before anybody counts

  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}
