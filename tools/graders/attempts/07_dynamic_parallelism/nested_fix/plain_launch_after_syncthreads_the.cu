// Exercise 07_dynamic_parallelism/nested_fix: the step that does not wait
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  const unsigned begin = blockIdx.x * width;
  const unsigned count = min(width, size - begin);  // elements of this tile
  int* tile = data + begin;
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < count) tile[t] += tile[t + stride];
  __syncthreads();  // everything must be added before the next step begins
  if (t > 0) return;

  if (stride == 1) partial[blockIdx.x] = tile[0];
  if (stride > 1 && blockIdx.x == 0)
    tile_sums<<<gridDim.x, stride / 2>>>(data, partial, size, width, stride / 2);
}
