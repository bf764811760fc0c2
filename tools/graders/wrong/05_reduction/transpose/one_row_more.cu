// fails: properties: one_row_more.cu:15: lanes-load-from-bank … experiment(`tile[33][32]`, line(7
//
// A row more changes no address; a column more does.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[33][32];
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();

  const unsigned column = blockIdx.y * 32 + threadIdx.x;
  const unsigned row = blockIdx.x * 32 + threadIdx.y;
  if (column < height && row < width) out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}
