// 06_unrolling/no_volatile: the last warp, as older books have it
// Task       Make the last six steps of the sum right, by barriers in place of `volatile`. Which
//            ones is your choice: __syncthreads() in each step, which is the book's problem 3.4 and
//            concerns the whole block, or __syncwarp(), which concerns one warp.
// Given      The kernel gives the right sums by luck: since Volta (2017) the lanes of a warp need
//            not be in step, and `volatile` orders nothing between them.
// Done when  the sums are right for any size and any block of 64 to 1024 threads; no check finds a
//            race; the kernel needs no more barriers and no more instructions than one with a
//            barrier after each step; the threads share the work. The verdict shows how many yours
//            needs: compare both ways.
// Interface  __global__ void block_sums(const int* data, int* partial, unsigned size);
#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// Leaves the sum of tile[0] to tile[63] in tile[0]. Called by all lanes of the first warp only.
__device__ void fold_last_warp(volatile int* tile) {
  const unsigned t = threadIdx.x;
  // TODO (8 lines): put a barrier between each write of a word and the next lane's read of it, and
  // between that read and the next write. For __syncthreads(), let all threads of the block come
  // here, and only those with t < stride add.
  tile[t] += tile[t + 32];
  tile[t] += tile[t + 16];
  tile[t] += tile[t + 8];
  tile[t] += tile[t + 4];
  tile[t] += tile[t + 2];
  tile[t] += tile[t + 1];
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
