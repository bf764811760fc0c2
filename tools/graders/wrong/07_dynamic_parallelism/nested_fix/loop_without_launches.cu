// fails: properties: loop_without_launches.cu:15: no-thread-launches(tile_sums
//
// Chapter 05's loop: right and fast, and no nested sum.
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = min(width, size - blockIdx.x * width);  // elements of this tile
  const unsigned t = threadIdx.x;

  for (; stride > 0; stride /= 2) {
    if (t < stride && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
