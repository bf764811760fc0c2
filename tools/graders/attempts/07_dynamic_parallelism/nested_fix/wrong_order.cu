// 07_dynamic_parallelism/nested_fix: the step that does not wait
#include "07_dynamic_parallelism/nested_fix.hpp"

__global__ void tile_sums(int* data, int* partial, unsigned size, unsigned width, unsigned stride) {
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * width;

  if (t < stride && first + t + stride < size) data[first + t] += data[first + t + stride];
  __syncthreads();
  if (t != 0) return;

  if (stride == 1) {
    partial[blockIdx.x] = data[first];
  } else if (blockIdx.x == 0) {
    tile_sums<<<gridDim.x, stride / 2>>>(data, partial, size, width, stride / 2);
  }
}
