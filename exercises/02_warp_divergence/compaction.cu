// 02_warp_divergence/compaction: keep the positive elements, by a vote
// Task       Let each warp keep the positive ones of its 32 elements, in order and without gaps,
//            with all lanes at work: let them vote, and let each lane count the votes below it.
// Given      The kernel is right, but lane 0 does everything while 31 lanes wait.
// Done when  kept and number are right for any size and any block of 64 to 1024 threads; on average
//            at least 16 of 32 lanes take part in an instruction; a warp makes one load request for
//            its 32 elements; no atomics; the threads share the work; no check finds anything.
// Interface  __global__ void keep_positive(const int* data, int* kept, unsigned* number,
//                                          unsigned size);
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  // TODO (5 lines): load this lane's element, let all 32 lanes vote on whether they keep theirs,
  // and store it after those of the lower lanes that keep theirs. Lanes without an element vote,
  // too.
  if (lane > 0) return;
  unsigned places = 0;
  for (unsigned k = i; k < i + 32 && k < size; ++k)
    if (data[k] > 0) kept[32 * warp + places++] = data[k];
  number[warp] = places;
}
