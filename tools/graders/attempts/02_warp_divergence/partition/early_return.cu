#include "02_warp_divergence/partition.hpp"

constexpr unsigned block_size = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[block_size];
  __shared__ unsigned zeros, ones;
  const unsigned t = threadIdx.x;
  const unsigned base = blockIdx.x * block_size;
  if (base + t >= size) return;

  if (t == 0) zeros = ones = 0;
  __syncthreads();

  if (kind[base + t] == 0) {
    order[atomicAdd(&zeros, 1)] = t;
  } else {
    order[block_size - 1 - atomicAdd(&ones, 1)] = t;
  }
  __syncthreads();

  if (t < zeros) {
    const unsigned i = base + order[t];
    result[i] = way_of_kind_0(data[i], rounds);
  } else if (t >= block_size - ones) {
    const unsigned i = base + order[t];
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
