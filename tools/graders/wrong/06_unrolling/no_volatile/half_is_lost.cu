// fails: results: half_is_lost.cu:25: read-but-lost(data … experiment(`tile[t]`, line(11
//
// Shuffles add the first 32 words; the other 32 are left out.
#include "06_unrolling/no_volatile.hpp"

constexpr unsigned largest_block = 1024;

// Leaves the sum of tile[0] to tile[63] in tile[0]. Called by all lanes of the first warp only.
__device__ void fold_last_warp(int* tile) {
  const unsigned t = threadIdx.x;
  int sum = tile[t];
  for (unsigned lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, lanes);
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
