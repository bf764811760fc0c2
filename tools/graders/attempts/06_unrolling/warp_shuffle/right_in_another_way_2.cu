// 06_unrolling/warp_shuffle
#include "06_unrolling/warp_shuffle.hpp"

namespace {

// Butterfly: afterwards every lane has the sum of all 32.
__device__ __forceinline__ int all_sum(int x) {
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 1);
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 2);
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 4);
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 8);
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 16);
  return x;
}

}  // namespace

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int warp_sum[32];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  int x = 0;
  if (i < size) x = data[i];
  x = all_sum(x);
  if (t % 32 == 31) warp_sum[t / 32] = x;
  __syncthreads();

  if (t >= 32) return;
  const unsigned number_of_warps = blockDim.x / 32;
  x = all_sum(t < number_of_warps ? warp_sum[t] : 0);
  if (t == 0) partial[blockIdx.x] = x;
}
