// fails: properties: everybody_looks_at_all.cu:11: most-loads-here
//
// Each lane counts the elements before its own by loading them.
#include "02_warp_divergence/compaction.hpp"

__global__ void keep_positive(const int* data, int* kept, unsigned* number, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = i / 32, lane = i % 32;

  unsigned lower = 0;
  for (unsigned k = 32 * warp; k < i && k < size; ++k) lower += data[k] > 0;
  const int value = i < size ? data[i] : 0;
  if (value > 0) kept[32 * warp + lower] = value;
  if (lane == 31) number[warp] = lower + (value > 0);
}
