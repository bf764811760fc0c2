#include "02_warp_divergence/partition.hpp"

constexpr unsigned threads = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned list[threads];
  __shared__ unsigned zeros, ones;
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  if (t == 0) zeros = ones = 0;
  if (i < size) {
    if (kind[i] == 0)
      list[atomicAdd(&zeros, 1)] = i;
    else
      list[threads - 1 - atomicAdd(&ones, 1)] = i;
  }
  __syncthreads();

  if (t < zeros) {
    const unsigned e = list[t];
    result[e] = way_of_kind_0(data[e], rounds);
  } else if (t >= threads - ones) {
    const unsigned e = list[t];
    result[e] = way_of_kind_1(data[e], rounds);
  }
}
