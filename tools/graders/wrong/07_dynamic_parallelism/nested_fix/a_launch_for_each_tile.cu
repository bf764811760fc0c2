// fails: properties: a_launch_for_each_tile.cu:17: launched-by-several(
//
// Right, with a chain of grids for each tile: thousands of launches.
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = min(width, size - blockIdx.x * width);  // elements of this tile
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < count) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) partial[blockIdx.x] = tile[0];

  if (stride > 1)
    tile_sums<<<1, stride / 2, 0, cudaStreamTailLaunch>>>(tile, partial + blockIdx.x, count, width,
                                                          stride / 2);
}
