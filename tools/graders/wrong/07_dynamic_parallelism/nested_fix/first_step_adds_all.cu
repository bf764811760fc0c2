// fails: properties: measured(bytes of memory that one thread accesses
//
// The first grid adds up the tiles, one thread for each; the others add 0.
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  if (threadIdx.x > 0) return;
  if (stride == width / 2) {
    int s = 0;
    for (unsigned i = blockIdx.x * width; i < min(size, (blockIdx.x + 1) * width); ++i)
      s += data[i];
    partial[blockIdx.x] = s;
  } else
    atomicAdd(&partial[blockIdx.x], 0);
  if (stride > 1 && blockIdx.x == 0)
    tile_sums<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(data, partial, size, width,
                                                                  stride / 2);
}
