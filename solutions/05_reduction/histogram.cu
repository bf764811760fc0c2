// Solution of 05_reduction/histogram
//
// A block counts in a copy of its own: this is called privatisation. Its atomic additions stay on
// the SM, and only threads of the block compete for a word. To global memory goes one addition for
// each bin of a block, however many elements it has counted. Both loops over the bins go by
// blockDim.x, because a block may have fewer threads than there are bins.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned own[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();  // all bins are 0 before anybody counts

  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();  // all have counted before anybody hands on

  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}
