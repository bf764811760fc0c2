// Solution of 02_warp_divergence/compaction
//
// The ballot gives every lane the same word, with a bit for each lane that keeps its element. How
// many bits are set is the number of elements kept; how many are set below a lane's own bit is that
// lane's place. All 32 lanes come to the ballot, those behind the end included: they vote no.
//
// Places for the whole grid need one more step: lane 0 adds the warp's number to a counter by one
// atomicAdd, and tells the others by __shfl_sync where their warp's places begin.
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  const int value = i < size ? data[i] : 0;
  const unsigned voters = __ballot_sync(0xFFFFFFFF, value > 0);
  const unsigned lower = voters & ((1u << lane) - 1);
  if (value > 0) kept[32 * warp + __popc(lower)] = value;
  if (lane == 0) number[warp] = __popc(voters);
}
