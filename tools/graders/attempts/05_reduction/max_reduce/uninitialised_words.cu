// 05_reduction/max_reduce: the same tree, another operation
#include <climits>

#include "05_reduction/max_reduce.hpp"

__device__ int warp_max(int x) {
  for (int lanes = 16; lanes > 0; lanes >>= 1) x = max(x, __shfl_xor_sync(~0u, x, lanes));
  return x;
}

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int of_warp[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  const int x = warp_max(i < size ? data[i] : INT_MIN);
  if (lane == 0) of_warp[warp] = x;
  __syncthreads();

  if (warp == 0) {
    const int largest = warp_max(of_warp[lane]);
    if (lane == 0) partial[blockIdx.x] = largest;
  }
}
