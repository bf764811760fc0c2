// 07_dynamic_parallelism/nested_fix: the step that does not wait
// Task       Find three mistakes and correct them. The plan stays: one thread launches one grid for
//            each further step.
// Given      This is the third form of a nested sum, as it was printed. A grid adds the elements
//            `stride` apart in all tiles; then one thread launches the next step. On a GPU, sums of
//            small inputs in tiles of 512 came out right. But one mistake shows if the last tile is
//            not full, one if there are more threads than additions, and one whenever a block is
//            late, which may happen at any time.
// Done when  the sums are right for sizes around a warp and a tile, for all widths, and with more
//            threads than needed; nothing outside of `data` is touched; no step races with the one
//            before; each step is one grid, with a block for each tile.
// Interface  __global__ void tile_sums(data, partial, size, width, stride): see nested_fix.hpp
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  const unsigned t = threadIdx.x;
  const unsigned begin = blockIdx.x * width;

  if (t < stride && begin + t + stride < size) data[begin + t] += data[begin + t + stride];
  __syncthreads();  // the step is complete
  if (t != 0) return;

  if (stride == 1) {
    partial[blockIdx.x] = data[begin];
  } else if (blockIdx.x == 0) {
    tile_sums<<<gridDim.x, stride / 2>>>(data, partial, size, width, stride / 2);
  }
}
