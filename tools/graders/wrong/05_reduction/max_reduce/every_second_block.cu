// fails: properties: idle-blocks(8, 16
//
// Every second block does the work of two, and the others leave.
#include "05_reduction/max_reduce.hpp"

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  __shared__ int most[32];
  if (blockIdx.x % 2) return;
  const unsigned t = threadIdx.x;
  for (unsigned b = blockIdx.x; b < min(blockIdx.x + 2, gridDim.x); ++b) {
    const unsigned i = b * blockDim.x + t;
    int m = __reduce_max_sync(0xFFFFFFFF, i < size ? data[i] : -2147483647 - 1);
    if (t % 32 == 0) most[t / 32] = m;
    __syncthreads();
    if (t < 32) {
      m = __reduce_max_sync(0xFFFFFFFF, t < blockDim.x / 32 ? most[t] : -2147483647 - 1);
      if (t == 0) partial[b] = m;
    }
    __syncthreads();
  }
}
