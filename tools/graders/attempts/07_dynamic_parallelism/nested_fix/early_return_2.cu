#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  const unsigned first = blockIdx.x * width;
  const unsigned count = min(width, size - first);
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  if (t >= stride || t + stride >= count) return;
  tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) {
    partial[blockIdx.x] = tile[0];
  } else if (blockIdx.x == 0) {
    const unsigned next = stride / 2;
    tile_sums<<<gridDim.x, next, 0, cudaStreamTailLaunch>>>(data, partial, size, width, next);
  }
}
