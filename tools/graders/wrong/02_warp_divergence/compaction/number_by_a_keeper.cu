// fails: results: number_by_a_keeper.cu:14: to-blame(`&&`, other-operation
//
// If lane 0 drops its element, nobody stores the number.
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  const int value = i < size ? data[i] : 0;
  const unsigned voters = __ballot_sync(0xFFFFFFFF, value > 0);
  const unsigned lower = voters & ((1u << lane) - 1);
  if (value > 0) kept[32 * warp + __popc(lower)] = value;
  if (lane == 0 && value > 0) number[warp] = __popc(voters);
}
