// 02_warp_divergence/partition
#include "02_warp_divergence/partition.hpp"

constexpr unsigned block_threads = 256;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned order[block_threads];
  __shared__ unsigned zeros, ones;

  const unsigned me = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + me;

  if (me == 0) zeros = ones = 0;

  // kind 0 fills the list from the left, kind 1 from the right
  if (i < size) {
    if (kind[i] == 0) {
      order[atomicAdd(&zeros, 1)] = i;
    } else {
      order[block_threads - 1 - atomicAdd(&ones, 1)] = i;
    }
  }
  __syncthreads();

  if (me < zeros) {
    const unsigned e = order[me];
    result[e] = way_of_kind_0(data[e], rounds);
  } else if (me >= block_threads - ones) {
    const unsigned e = order[me];
    result[e] = way_of_kind_1(data[e], rounds);
  }
}
