#include "06_unrolling/warp_shuffle.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int of_warp[32];  // 1024 threads at most
  const unsigned t = threadIdx.x;
  const unsigned warp = t / 32;
  const unsigned lane = t % 32;
  const unsigned warps = blockDim.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + t;

  int v = 0;
  if (i < size) v = data[i];
  v += __shfl_down_sync(0xFFFFFFFF, v, 16);
  v += __shfl_down_sync(0xFFFFFFFF, v, 8);
  v += __shfl_down_sync(0xFFFFFFFF, v, 4);
  v += __shfl_down_sync(0xFFFFFFFF, v, 2);
  v += __shfl_down_sync(0xFFFFFFFF, v, 1);
  if (lane == 0) of_warp[warp] = v;
  __syncthreads();

  // the same again with the sums of the warps
  if (t < warps) {
    int s = of_warp[t];
    for (unsigned d = 16; d > 0; d /= 2) {
      s += __shfl_down_sync(0xFFFFFFFF, s, d);
    }
    if (t == 0) partial[blockIdx.x] = s;
  }
}
