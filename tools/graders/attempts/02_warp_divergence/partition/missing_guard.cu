#include "02_warp_divergence/partition.hpp"

constexpr unsigned threads = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[threads];
  __shared__ unsigned count[2];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * threads;

  if (t < 2) count[t] = 0;
  __syncthreads();

  if (first + t < size) {
    const unsigned k = kind[first + t];
    const unsigned place = atomicAdd(&count[k], 1u);
    order[k == 0 ? place : threads - 1 - place] = t;
  }
  __syncthreads();

  const unsigned i = first + order[t];
  if (t < count[0]) {
    result[i] = way_of_kind_0(data[i], rounds);
  } else {
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
