// Exercise 06_unrolling/no_volatile: the last warp, as it is in every older book
//
// The last 64 sums of a block are added by one warp, without barriers, by lines that are in many
// texts: "the lanes of a warp go in step, and volatile makes them store and load each time". The
// kernel gives the right sums. It is wrong all the same: since Volta (2017) each lane goes its own
// way, and may be ahead of others or behind. What the lines count on is promised by nobody.
//
// Repair it, and leave the rest of the block out of it: it has nothing to do in these steps.
//
// What is checked: the sums, for sizes around a warp and a block, ragged, large and random, and for
// blocks of 64 to 1024 threads; that `data` stays as it is and nothing outside of it is read; that
// no lane reads what another has not surely written, nor what another may already have written
// again; that the last warp is still on its own: a block may come to at most one barrier more than
// now; that it pays: with blocks of 64, at most 80 % of the instructions of a kernel with a
// barrier after each step.
//
// How the kernel is launched is described beside this file, in no_volatile.hpp.
#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// Leaves the sum of tile[0] to tile[63] in tile[0]. The first warp alone, all its lanes.
__device__ void fold_last_warp(int* tile) {
  const unsigned t = threadIdx.x;
  int sum = tile[t] + tile[t + 32];
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    tile[t] = sum;
    __syncthreads();
    sum += tile[t + stride];
    __syncthreads();
  }
  tile[t] = sum;
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
