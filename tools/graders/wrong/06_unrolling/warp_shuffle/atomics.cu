// fails: properties: atomics.cu:12: most-atomics-here
//
// Every thread adds to one word by an atomic: no sum goes from lane to lane.
#include "06_unrolling/warp_shuffle.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int total;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  if (i < size) atomicAdd(&total, data[i]);
  __syncthreads();
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
}
