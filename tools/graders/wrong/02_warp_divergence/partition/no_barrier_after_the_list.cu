// fails: results: no_barrier_after_the_list.cu: … race-no-barrier
//
// The list is read while other warps still add to it; the check sees it at the counters.
#include "02_warp_divergence/partition.hpp"

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned list[256];
  __shared__ unsigned zeros, ones;
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  if (t == 0) zeros = ones = 0;
  __syncthreads();

  if (i < size) {
    if (kind[i] == 0) {
      list[atomicAdd(&zeros, 1)] = i;
    } else {
      list[255 - atomicAdd(&ones, 1)] = i;
    }
  }

  if (t < zeros) {
    const unsigned e = list[t];
    result[e] = way_of_kind_0(data[e], rounds);
  } else if (t >= 256 - ones) {
    const unsigned e = list[t];
    result[e] = way_of_kind_1(data[e], rounds);
  }
}
