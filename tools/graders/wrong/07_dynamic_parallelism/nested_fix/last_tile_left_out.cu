// fails: results: last_tile_left_out.cu:14: with-sources(wrong-value(thread-of-block … line(11
//
// Adds in full tiles only: the last one keeps its first element.
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = min(width, size - blockIdx.x * width);  // elements of this tile
  const unsigned t = threadIdx.x;

  if (t < stride && count == width) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) partial[blockIdx.x] = tile[0];

  if (stride > 1 && blockIdx.x == 0)
    tile_sums<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(data, partial, size, width,
                                                                  stride / 2);
}
