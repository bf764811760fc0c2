// fails: properties: straight_to_global.cu:9: past-shared-memory
//
// Every element is an atomic addition to global memory.
#include "05_reduction/histogram.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += threads)
    atomicAdd(&counts[data[i]], 1);
}
