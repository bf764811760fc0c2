// fails: results: counts_lanes_that_drop.cu:13: written-elsewhere … experiment(`~voters`, line(12
//
// Counts the lower lanes that do not keep their element.
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  const int value = i < size ? data[i] : 0;
  const unsigned voters = __ballot_sync(0xFFFFFFFF, value > 0);
  const unsigned lower = ~voters & ((1u << lane) - 1);
  if (value > 0) kept[32 * warp + __popc(lower)] = value;
  if (lane == 0) number[warp] = __popc(voters);
}
