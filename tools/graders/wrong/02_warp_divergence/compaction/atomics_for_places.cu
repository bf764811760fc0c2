// fails: properties: atomics_for_places.cu:15: most-atomics-here
//
// Places from a counter in shared memory: in order only by chance.
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  __shared__ unsigned places[32];
  if (lane == 0) places[threadIdx.x / 32] = 0;
  __syncwarp();

  const int value = i < size ? data[i] : 0;
  if (value > 0) kept[32 * warp + atomicAdd(&places[threadIdx.x / 32], 1)] = value;
  __syncwarp();
  if (lane == 0) number[warp] = places[threadIdx.x / 32];
}
