#include "06_unrolling/warp_shuffle.hpp"

constexpr unsigned largest_block = 1024;
constexpr unsigned full_mask = 0xffffffff;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int sum_of_warp[largest_block / 32];
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  const unsigned warps = blockDim.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + t;

  int v = i < size ? data[i] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(full_mask, v, d);
  if (lane == 0) sum_of_warp[warp] = v;
  __syncthreads();

  // one thread for each warp's sum
  if (t < warps) {
    v = sum_of_warp[t];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(full_mask, v, d);
    if (t == 0) partial[blockIdx.x] = v;
  }
}
