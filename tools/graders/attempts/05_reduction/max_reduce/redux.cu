#include <climits>

#include "05_reduction/max_reduce.hpp"

__global__ void block_maxima(const int* data, int* partial, unsigned size) {
  constexpr unsigned everybody = 0xFFFFFFFF;
  __shared__ int largest[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  int mine = INT_MIN;
  if (i < size) mine = data[i];
  mine = __reduce_max_sync(everybody, mine);
  if (lane == 0) largest[warp] = mine;
  __syncthreads();
  if (warp == 0) {
    mine = lane < blockDim.x / 32 ? largest[lane] : INT_MIN;
    mine = __reduce_max_sync(everybody, mine);
    if (lane == 0) partial[blockIdx.x] = mine;
  }
}
