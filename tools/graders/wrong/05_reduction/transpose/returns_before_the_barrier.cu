// fails: results: returns_before_the_barrier.cu:12: … never-reached(threads … left-at(10
//
// Threads without an element of `in` leave; some of them have an element of `out` to store.
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32][33];  // 33: the words of a column lie in 32 different banks
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  if (x >= width || y >= height) return;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();

  const unsigned column = blockIdx.y * 32 + threadIdx.x;
  const unsigned row = blockIdx.x * 32 + threadIdx.y;
  if (column < height && row < width) out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}
