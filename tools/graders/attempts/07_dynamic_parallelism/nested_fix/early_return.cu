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
  const unsigned first = blockIdx.x * width;
  const unsigned left = first + threadIdx.x, right = left + stride;
  if (threadIdx.x >= stride || right >= size) return;

  data[left] += data[right];
  if (left > first) return;  // thread 0 does the rest

  if (stride == 1) {
    partial[blockIdx.x] = data[first];
    return;
  }
  if (blockIdx.x > 0) return;
  stride /= 2;
  tile_sums<<<gridDim.x, stride, 0, cudaStreamTailLaunch>>>(data, partial, size, width, stride);
}
