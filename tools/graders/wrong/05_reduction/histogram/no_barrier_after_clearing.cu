// fails: results: no_barrier_after_clearing.cu:8: of-kernel-does(histogram, race-no-barrier(race
//
// A thread may count in a bin that another has yet to clear.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}
