// Solution of 07_dynamic_parallelism/nested_fix
//
// A thread adds only if it lies below the stride and its second element exists. The threads beyond
// the stride are not just idle: they change the elements that those below it read.
//
// And the next step reads what all blocks of this one wrote. A launch orders the child after the
// thread that launches, and behind nothing else; no barrier reaches further than a block. The tail
// stream holds the child back until all blocks of its parent have ended.
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = min(width, size - blockIdx.x * width);  // elements of this tile
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < count) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) partial[blockIdx.x] = tile[0];
  if (stride > 1 && blockIdx.x == 0)
    tile_sums<<<gridDim.x, stride / 2, 0, cudaStreamTailLaunch>>>(data, partial, size, width,
                                                                  stride / 2);
}
