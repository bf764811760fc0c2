#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  const unsigned first = blockIdx.x * width;
  int* tile = data + first;
  const unsigned t = threadIdx.x;

  // 1. more threads than additions: the others do nothing
  // 2. last tile not full: there may be nothing to add
  if (t < stride && first + t + stride < size) tile[t] += tile[t + stride];
  if (t > 0) return;

  if (stride == 1) partial[blockIdx.x] = tile[0];
  // 3. the plain stream makes the child wait, fire and forget does not need to
  if (stride > 1 && blockIdx.x == 0)
    tile_sums<<<gridDim.x, stride / 2, 0, cudaStreamFireAndForget>>>(data, partial, size, width,
                                                                    stride / 2);
}
