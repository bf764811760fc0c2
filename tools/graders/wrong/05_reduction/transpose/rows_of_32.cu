// fails: properties: rows_of_32.cu:15: lanes-load-from-bank … experiment(`tile[32][32]`, line(7
//
// All words of a column lie in one bank.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32][32];
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();

  const unsigned column = blockIdx.y * 32 + threadIdx.x;
  const unsigned row = blockIdx.x * 32 + threadIdx.y;
  if (column < height && row < width) out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}
