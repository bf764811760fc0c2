// fails: results: tile_stays_in_place.cu:15: never-written(out … experiment(lines(13 and 14
//
// The tile is turned, but stored where it was loaded.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32][33];  // 33: the words of a column lie in 32 different banks
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();

  const unsigned column = blockIdx.x * 32 + threadIdx.x;
  const unsigned row = blockIdx.y * 32 + threadIdx.y;
  if (column < height && row < width) out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}
