#include "05_reduction/transpose.hpp"

constexpr unsigned side = 32;

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[side + 1][side];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;

  const unsigned x = blockIdx.x * side + tx;
  const unsigned y = blockIdx.y * side + ty;
  if (x < width && y < height) tile[ty][tx] = in[y * width + x];
  __syncthreads();

  const unsigned column = blockIdx.y * side + tx;
  const unsigned row = blockIdx.x * side + ty;
  if (column < height && row < width) out[row * height + column] = tile[tx][ty];
}
