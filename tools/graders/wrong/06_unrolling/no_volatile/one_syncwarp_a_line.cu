// fails: checks: one_syncwarp_a_line.cu:14: … race-of-lanes-in-statement(race
//
// A barrier of the warp behind each line, and none within: while a lane reads a word, its owner
// may already have added to it.
#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// Leaves the sum of tile[0] to tile[63] in tile[0]. Called by all lanes of the first warp only.
__device__ void fold_last_warp(int* tile) {
  const unsigned t = threadIdx.x;
  tile[t] += tile[t + 32];
  __syncwarp();
  tile[t] += tile[t + 16];
  __syncwarp();
  tile[t] += tile[t + 8];
  __syncwarp();
  tile[t] += tile[t + 4];
  __syncwarp();
  tile[t] += tile[t + 2];
  __syncwarp();
  tile[t] += tile[t + 1];
  __syncwarp();
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
