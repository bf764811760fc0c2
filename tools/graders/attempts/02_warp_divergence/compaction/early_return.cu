#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;

  const unsigned lane = threadIdx.x & 31;
  const int value = data[i];
  const unsigned votes = __ballot_sync(0xFFFFFFFFu, value > 0);
  const unsigned below = votes & ((1u << lane) - 1);
  if (value > 0) kept[i - lane + __popc(below)] = value;
  if (lane == 0) number[i / 32] = __popc(votes);
}
