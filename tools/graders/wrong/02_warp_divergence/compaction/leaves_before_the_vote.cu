// fails: results: leaves_before_the_vote.cu:13: … lanes-left-at
//
// Lanes behind the end return: the mask names lanes that are gone, and warps without an element
// leave no number.
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  if (i >= size) return;
  const int value = data[i];
  const unsigned voters = __ballot_sync(0xFFFFFFFF, value > 0);
  const unsigned lower = voters & ((1u << lane) - 1);
  if (value > 0) kept[32 * warp + __popc(lower)] = value;
  if (lane == 0) number[warp] = __popc(voters);
}
