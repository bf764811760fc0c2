// fails: results: lane_for_rank.cu:12: written-elsewhere(thread-of-block … experiment(`lane`
//
// The lane is the place only if every lane below keeps its element, too.
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  const int value = i < size ? data[i] : 0;
  const unsigned voters = __ballot_sync(0xFFFFFFFF, value > 0);
  if (value > 0) kept[32 * warp + lane] = value;
  if (lane == 0) number[warp] = __popc(voters);
}
