#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32;
  const unsigned lane = i % 32;

  int value = 0;
  if (i < size) value = data[i];
  const bool keep = value > 0;

  const unsigned votes = __ballot_sync(0xFFFFFFFF, keep);
  const unsigned others = (2u << lane) - 1;
  if (keep) kept[32 * warp + __popc(votes & others)] = value;
  if (lane == 0) number[warp] = __popc(votes);
}
