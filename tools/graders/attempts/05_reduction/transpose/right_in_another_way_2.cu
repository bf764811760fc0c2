#include "05_reduction/transpose.hpp"

// No extra column: the column in the tile is x ^ y, so rows and columns both meet all 32 banks.
__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32 * 32];
  const unsigned a = threadIdx.x;
  const unsigned b = threadIdx.y;
  const unsigned left = blockIdx.x << 5;
  const unsigned top = blockIdx.y << 5;

  if (left + a < width && top + b < height)
    tile[b * 32 + (a ^ b)] = in[(top + b) * width + (left + a)];
  __syncthreads();

  if (top + a < height && left + b < width)
    out[(left + b) * height + (top + a)] = tile[a * 32 + (b ^ a)];
}
