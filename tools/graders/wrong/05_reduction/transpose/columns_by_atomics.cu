// fails: properties: columns_by_atomics.cu:13: most-atomics-here
//
// Columns of the tile are read by atomics, whose bank conflicts are not counted.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32][32];
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  const unsigned column = blockIdx.y * 32 + threadIdx.x, row = blockIdx.x * 32 + threadIdx.y;
  if (column < height && row < width)
    out[row * height + column] = atomicAdd(&tile[threadIdx.x][threadIdx.y], 0);
}
