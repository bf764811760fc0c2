#include "06_unrolling/warp_shuffle.hpp"

constexpr unsigned full = 0xFFFFFFFF;

__device__ int fold(int value, unsigned distance) {
  for (; distance > 0; distance /= 2) value += __shfl_down_sync(full, value, distance);
  return value;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int of_warp[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  const unsigned warps = blockDim.x / 32;

  int value = fold(i < size ? data[i] : 0, 16);
  if (lane == 0) of_warp[warp] = value;
  __syncthreads();

  if (warp > 0) return;
  value = fold(lane < warps ? of_warp[lane] : 0, warps / 2);
  if (lane == 0) partial[blockIdx.x] = value;
}
