// fails: results: stores_in_place_of_adding.cu:16: written-often(counts
//
// The last block overwrites what the others have left.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();  // all bins are 0 before anybody counts

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) counts[b] = own[b];
}
