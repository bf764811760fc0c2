#include "02_warp_divergence/partition.hpp"

// No atomics: each warp votes, and the votes of the warps before give the place in the list.
__global__ void scramble(const unsigned* data, const unsigned* kind, unsigned* result,
                         unsigned size, unsigned rounds) {
  constexpr unsigned warps = 8;
  __shared__ unsigned zeros_of_warp[warps];
  __shared__ unsigned list[32 * warps];

  const unsigned t = threadIdx.x, warp = t >> 5, lane = t & 31;
  const unsigned begin = blockIdx.x * blockDim.x;
  const unsigned count = min(blockDim.x, size - begin);
  const bool zero = t < count && kind[begin + t] == 0;
  const unsigned vote = __ballot_sync(0xFFFFFFFFu, zero);
  if (lane == 0) zeros_of_warp[warp] = __popc(vote);
  __syncthreads();

  unsigned before = __popc(vote & ((1u << lane) - 1)), zeros = 0;
#pragma unroll
  for (unsigned w = 0; w < warps; ++w) {
    const unsigned n = zeros_of_warp[w];
    zeros += n;
    before += w < warp ? n : 0;
  }
  if (t < count) list[zero ? before : zeros + (t - before)] = begin + t;
  __syncthreads();

  if (t >= count) return;
  const unsigned e = list[t];
  result[e] = t < zeros ? way_of_kind_0(data[e], rounds) : way_of_kind_1(data[e], rounds);
}
