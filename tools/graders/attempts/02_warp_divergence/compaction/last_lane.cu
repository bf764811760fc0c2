// 02_warp_divergence/compaction: a place for each, by a vote
// Task       Let each warp keep the positive ones of its 32 elements, in order and without gaps,
//            with all lanes at work: let them vote, and let each lane count the votes below it.
// Given      The kernel is right, but lane 0 does everything while 31 lanes wait.
// Done when  kept and number are right for any size and any block of 64 to 1024 threads; on average
//            at least 16 of 32 lanes take part in an instruction; a warp makes one load request for
//            its 32 elements; no atomics; no check finds anything.
// Interface  __global__ void keep_positive(const int* data, int* kept, unsigned* number,
//                                          unsigned size);
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x & 31;
  const unsigned start = i - lane;

  int x = 0;  // is not kept
  if (i < size) x = data[i];
  const unsigned keepers = __ballot_sync(~0u, x > 0);
  const unsigned place = __popc(keepers & ~(~0u << lane));

  if (x > 0) kept[start + place] = x;
  if (lane == 31) number[start / 32] = place;
}
