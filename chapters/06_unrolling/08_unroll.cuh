// Problem: a block of 03 pays a start and ten barriers for one load per thread, and waits for it.
// Change:  a block takes 2, 4, 8 or 16 tiles; each thread first adds its element of every tile.
// Watch:   DRAM bandwidth: those loads are independent, so all are in flight at once.
#pragma once

#include <lockstep/reduction/tile.cuh>

// What thread t adds alone: elements t, t + blockDim.x, ... of the block's `Tiles` tiles, of which
// `count` elements exist.
template <unsigned Tiles>
__device__ int add_tiles(const int* tile, unsigned count) {
  int sum = 0;
  if (threadIdx.x + (Tiles - 1) * blockDim.x < count) {
#pragma unroll
    for (unsigned k = 0; k < Tiles; ++k) sum += tile[threadIdx.x + k * blockDim.x];
  } else {  // the end of the last block
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) sum += tile[i];
  }
  return sum;
}

// The loop of 03, in place, until `left` elements are left. All threads of the block must come; the
// first `count` elements exist.
__device__ inline void fold_tile(int* tile, unsigned count, unsigned left) {
  const unsigned t = threadIdx.x;
  for (unsigned stride = blockDim.x / 2; stride >= left; stride /= 2) {
    if (t < stride && t + stride < count) tile[t] += tile[t + stride];
    __syncthreads();
  }
}

// partial[b] = sum of the `Tiles` tiles of block b. Destroys data. blockDim.x a power of two.
template <unsigned Tiles>
__global__ void reduce_unroll(int* data, int* partial, unsigned size) {
  int* tile = data + blockIdx.x * (Tiles * blockDim.x);
  const unsigned count = lockstep::tile_count(size, Tiles * blockDim.x);
  const unsigned t = threadIdx.x;

  if (t < count) tile[t] = add_tiles<Tiles>(tile, count);
  __syncthreads();

  fold_tile(tile, count, 1);

  if (t == 0) partial[blockIdx.x] = tile[0];
}
