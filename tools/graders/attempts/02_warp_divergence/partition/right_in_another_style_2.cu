#include "02_warp_divergence/partition.hpp"

// Aggregated by warp: the lanes vote, lane 0 reserves places for all of its warp by one atomic for
// each kind, the others count the votes below them.
__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  constexpr unsigned everybody = ~0u, block = 256, nothing = 2;
  __shared__ unsigned taken[2];
  __shared__ unsigned list[block];
  const unsigned t = threadIdx.x, lane = t & 31;
  const unsigned i = blockIdx.x * block + t;

  if (t < 2) taken[t] = 0;
  __syncthreads();

  const unsigned mine = i < size ? kind[i] : nothing;
  const unsigned v0 = __ballot_sync(everybody, mine == 0);
  const unsigned v1 = __ballot_sync(everybody, mine == 1);
  unsigned at0 = 0, at1 = 0;
  if (lane == 0) {
    at0 = atomicAdd(&taken[0], __popc(v0));
    at1 = atomicAdd(&taken[1], __popc(v1));
  }
  at0 = __shfl_sync(everybody, at0, 0);
  at1 = __shfl_sync(everybody, at1, 0);

  const unsigned below = (1u << lane) - 1;
  if (mine == 0) list[at0 + __popc(v0 & below)] = i;
  if (mine == 1) list[block - 1 - at1 - __popc(v1 & below)] = i;
  __syncthreads();

  // The place says the kind: no need to load it again. Between both parts nobody has anything.
  if (t < taken[0]) {
    const unsigned e = list[t];
    result[e] = way_of_kind_0(data[e], rounds);
  } else if (t >= block - taken[1]) {
    const unsigned e = list[t];
    result[e] = way_of_kind_1(data[e], rounds);
  }
}
