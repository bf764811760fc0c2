// fails: properties: asks_every_lane.cu:8: most-instructions-here
//
// Every lane asks all lanes one by one, and adds everything alone.
#include "06_unrolling/warp_shuffle.hpp"

__device__ int add_all(int value) {
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += __shfl_sync(0xFFFFFFFF, value, k);
  return sum;
}
__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32,
                 i = blockIdx.x * blockDim.x + threadIdx.x;
  const int s = add_all(i < size ? data[i] : 0);
  if (lane == 0) sums[warp] = s;
  __syncthreads();
  if (warp == 0) {
    const int total = add_all(lane < blockDim.x / 32 ? sums[lane] : 0);
    if (lane == 0) partial[blockIdx.x] = total;
  }
}
