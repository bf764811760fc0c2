// Exercise 07_dynamic_parallelism/nested_fix: the step that does not wait
//
// The kernel below is the third form of a nested sum as it is in print, and it looks right. A grid
// adds the elements `stride` apart in all tiles; then one of its threads launches the next step for
// all tiles. With tiles of 512 it was run on a GPU, with small inputs, and was right.
//
// It has three mistakes. One makes it wrong if the last tile is not full, one if there are more
// threads than additions; the third makes it wrong whenever one block is late, which nothing
// forbids. Find them. The plan stays: one thread launches one grid for each further step.
//
// What is checked: the sums, for sizes around a warp and a tile, for all widths, and for blocks
// with more threads than needed; that nothing outside of `data` is read or written; that no step
// races with the one before; that there is one grid for each step, with a block for each tile.
//
// The parameters are described beside this file, in nested_fix.hpp.
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  int* tile = data + blockIdx.x * width;
  const unsigned count = min(width, size - blockIdx.x * width);  // elements of this tile
  const unsigned t = threadIdx.x;

  if (t < stride && t + stride < count) tile[t] += tile[t + stride];
  __threadfence();
  __syncthreads();
  if (t > 0) return;

  if (stride == 1) partial[blockIdx.x] = tile[0];
  if (stride > 1 && blockIdx.x == 0)
    tile_sums<<<gridDim.x, stride / 2>>>(data, partial, size, width, stride / 2);
}
