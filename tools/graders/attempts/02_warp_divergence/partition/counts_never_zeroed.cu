#include "02_warp_divergence/partition.hpp"

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[256];
  __shared__ unsigned count[2];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x;

  if (first + t < size) {
    const unsigned k = kind[first + t];
    const unsigned place = atomicAdd(&count[k], 1);
    order[k == 0 ? place : 255 - place] = t;
  }
  __syncthreads();

  if (t < count[0]) {
    const unsigned i = first + order[t];
    result[i] = way_of_kind_0(data[i], rounds);
  } else if (t >= 256 - count[1]) {
    const unsigned i = first + order[t];
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
