#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  int x = 0;
  if (i < size) x = data[i];

  const unsigned votes = __ballot_sync(0xFFFFFFFFu, x > 0);
  const unsigned lower = 0xFFFFFFFFu >> (31 - lane);

  if (x > 0) kept[32 * warp + __popc(votes & lower)] = x;
  if (lane == 0) number[warp] = __popc(votes);
}
