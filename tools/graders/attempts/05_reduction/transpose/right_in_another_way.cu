// 05_reduction/transpose: rows in, columns out, no bank conflicts
// Task       Let each block turn a tile of 32 x 32 elements in shared memory, so that its warps
//            load rows and store rows; then lay the tile out so that no lane waits for a bank.
// Given      The kernel is right and loads rows. But the lanes of a warp store to 32 different
//            rows: 32 sectors for 128 bytes.
// Done when  `out` is right for any shape; loads and stores touch at most 4 sectors a request;
//            there are no bank conflicts; no check finds anything.
// Interface  __global__ void transpose(const int* in, int* out, unsigned width, unsigned height);
#include "05_reduction/transpose.hpp"

__global__ void transpose(const int* in, int* out, unsigned width, unsigned height) {
  __shared__ int tile[32 * 32];
  const unsigned t = threadIdx.x, u = threadIdx.y;
  const unsigned left = blockIdx.x * 32, top = blockIdx.y * 32;

  // row u, column t, in a place that no other lane's column or row shares a bank with
  if (left + t < width && top + u < height)
    tile[32 * u + (t ^ u)] = in[(top + u) * width + left + t];
  __syncthreads();

  // row t, column u
  if (left + u < width && top + t < height)
    out[(left + u) * height + top + t] = tile[32 * t + (u ^ t)];
}
