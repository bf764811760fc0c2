// fails: properties: one_lane_adds.cu:12: most-instructions-here
//
// One lane adds the 64 sums; the others look on.
#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// Leaves the sum of tile[0] to tile[63] in tile[0]. Called by all lanes of the first warp only.
__device__ void fold_last_warp(int* tile) {
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned i = 0; i < 64; ++i) sum += tile[i];
  tile[0] = sum;
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
