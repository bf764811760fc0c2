#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  int* tile = data + blockIdx.x * width;
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < size) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) {
    partial[blockIdx.x] = tile[0];
  } else if (blockIdx.x == 0) {
    // the next step must wait for all blocks of this one
    tile_sums<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(data, partial, size, width,
                                                                  stride / 2);
  }
}
