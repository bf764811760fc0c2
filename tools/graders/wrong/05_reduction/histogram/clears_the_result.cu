// fails: results: clears_the_result.cu:16: wrong-value(thread-of-block
//
// Every block sets `counts` to 0, with what was there and what others have added.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0, counts[b] = 0;
  __syncthreads();  // all bins are 0 before anybody counts

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}
