#include "02_warp_divergence/partition.hpp"

constexpr unsigned all_lanes = 0xFFFFFFFF;

__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  __shared__ unsigned of_warp[8];         // elements of kind 0, and of kind 1 in the upper half
  __shared__ unsigned char element[256];  // first all of kind 0, then all of kind 1
  const unsigned t = threadIdx.x, warp = t / 32, lane = t % 32;
  const unsigned first = blockIdx.x * 256;
  const unsigned count = min(size - first, 256u);

  const unsigned mine = t < count ? kind[first + t] : 2;
  const unsigned zeros = __ballot_sync(all_lanes, mine == 0);
  const unsigned ones = __ballot_sync(all_lanes, mine == 1);
  if (lane == 0) of_warp[warp] = __popc(zeros) + (__popc(ones) << 16);
  const unsigned all_zeros = __syncthreads_count(mine == 0);

  unsigned before = 0;
#pragma unroll
  for (unsigned w = 0; w < 8; ++w) before += w < warp ? of_warp[w] : 0;
  const unsigned below = (1u << lane) - 1;
  if (mine == 0) {
    element[(before & 0xFFFF) + __popc(zeros & below)] = t;
  } else if (mine == 1) {
    element[all_zeros + (before >> 16) + __popc(ones & below)] = t;
  }
  __syncthreads();

  if (t >= count) return;
  const unsigned i = first + element[t];
  if (t < all_zeros) {
    result[i] = way_of_kind_0(data[i], rounds);
  } else {
    result[i] = way_of_kind_1(data[i], rounds);
  }
}
