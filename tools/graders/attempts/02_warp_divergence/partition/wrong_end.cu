#include "02_warp_divergence/partition.hpp"

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[256];  // which element works on which place
  __shared__ unsigned zeros;
  __shared__ unsigned ones;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (threadIdx.x == 0) {
    zeros = 0;
    ones = 0;
  }
  __syncthreads();

  if (i < size) {
    if (kind[i] == 0) {
      order[atomicAdd(&zeros, 1)] = i;
    } else {
      order[255 - atomicAdd(&ones, 1)] = i;
    }
  }
  __syncthreads();

  // now everybody takes the element in his place
  if (i >= size) return;
  const unsigned e = order[threadIdx.x];
  if (threadIdx.x < zeros) {
    result[e] = way_of_kind_0(data[e], rounds);
  } else {
    result[e] = way_of_kind_1(data[e], rounds);
  }
}
