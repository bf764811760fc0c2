#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = i & 31u;

  const int mine = i < size ? data[i] : -1;  // no element: not positive
  const unsigned yes = __ballot_sync(~0u, mine > 0);
  const unsigned below = ~(~0u << lane);  // lanes 0 .. lane - 1

  if (mine > 0) kept[(i - lane) + __popc(yes & below)] = mine;
  if (lane == 31) number[i >> 5] = __popc(yes);
}
