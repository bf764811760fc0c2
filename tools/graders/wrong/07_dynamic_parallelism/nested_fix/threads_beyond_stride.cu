// fails: checks: threads_beyond_stride.cu:11: … race-of-lanes-in-statement(race
//
// Each step has twice as many threads as additions, and none asks for the stride.
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = min(width, size - blockIdx.x * width);  // elements of this tile
  const unsigned t = threadIdx.x;

  if (t + stride < count) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) partial[blockIdx.x] = tile[0];

  if (stride > 1 && blockIdx.x == 0)
    tile_sums<<<gridDim.x, stride, 0, cudaStreamTailLaunch>>>(data, partial, size, width,
                                                              stride / 2);
}
