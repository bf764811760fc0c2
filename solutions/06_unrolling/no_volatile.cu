// Solution of 06_unrolling/no_volatile
//
// __syncwarp() waits for the lanes of its mask, here all 32, and orders their memory accesses. Each
// word is written by its owner, read by another lane, and written again by its owner. So there are
// two barriers in each step. Each lane keeps its own sum in a register, which no other lane can
// change. And volatile is not needed any more: after a barrier, the compiler loads again.
//
// Shuffles do without the tile: the warp adds tile[t] and tile[t + 32], and then five times sum +=
// __shfl_down_sync(0xFFFFFFFF, sum, stride). They wait for the lanes of their mask, too.
#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// Leaves the sum of tile[0] to tile[63] in tile[0]. The first warp alone, all its lanes.
__device__ void fold_last_warp(int* tile) {
  const unsigned t = threadIdx.x;
  int sum = tile[t] + tile[t + 32];
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    tile[t] = sum;
    __syncwarp();  // all have written before any reads ...
    sum += tile[t + stride];
    __syncwarp();  // ... and all have read before any writes again
  }
  if (t == 0) tile[0] = sum;
}

// partial[b] = the sum of the elements of block b.
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride >= 64; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t < 32) fold_last_warp(tile);
  if (t == 0) partial[blockIdx.x] = tile[0];
}
