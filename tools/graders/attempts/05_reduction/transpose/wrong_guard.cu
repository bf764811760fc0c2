// 05_reduction/transpose: rows in, columns out, no bank conflicts
// Task       Let each block turn a tile of 32 x 32 elements in shared memory, so that its warps
//            load rows and store rows; then lay the tile out so that no lane waits for a bank.
// Given      The kernel is right and loads rows. But the lanes of a warp store to 32 different
//            rows: 32 sectors for 128 bytes.
// Done when  `out` is right for any shape; loads and stores touch at most 4 sectors a request;
//            there are no bank conflicts; no check finds anything.
// Interface  __global__ void transpose(const int* in, int* out, unsigned width, unsigned height);
#include "05_reduction/transpose.hpp"

constexpr unsigned side = 32;

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[side][side + 1];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;

  unsigned x = blockIdx.x * side + tx;
  unsigned y = blockIdx.y * side + ty;
  if (x < width && y < height) tile[ty][tx] = in[y * width + x];
  __syncthreads();

  x = blockIdx.y * side + tx;
  y = blockIdx.x * side + ty;
  if (x < width && y < height) out[y * height + x] = tile[tx][ty];
}
