#include "05_reduction/transpose.hpp"

constexpr unsigned edge = 32;

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[edge][edge + 1];  // one word more, so a column has all banks
  const unsigned tx = threadIdx.x, ty = threadIdx.y;

  const unsigned col = blockIdx.x * edge + tx;
  const unsigned row = blockIdx.y * edge + ty;
  const bool inside = col < width && row < height;
  if (inside) tile[ty][tx] = in[row * width + col];
  __syncthreads();

  // the turned tile
  const unsigned out_col = blockIdx.y * edge + tx;
  const unsigned out_row = blockIdx.x * edge + ty;
  if (inside) out[out_row * height + out_col] = tile[tx][ty];
}
