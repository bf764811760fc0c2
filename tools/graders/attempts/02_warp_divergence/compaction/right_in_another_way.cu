// 02_warp_divergence/compaction
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  const unsigned lane = threadIdx.x & 31u;
  int* const places = kept + (i - lane);

  // A lane without an element takes 0, which is never kept.
  const int mine = i < size ? data[i] : 0;
  const unsigned votes = __ballot_sync(0xFFFFFFFFu, mine > 0);

  // Shift out my own vote and those above: what is left are the lower lanes' votes. (A shift by 32
  // is not defined, hence two.)
  const unsigned lower = (votes << (31u - lane)) << 1u;
  if (mine > 0) places[__popc(lower)] = mine;
  if (lane == 0) number[i / 32] = __popc(votes);
}
