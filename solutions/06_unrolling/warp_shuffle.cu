// Solution of 06_unrolling/warp_shuffle
//
// __shfl_down_sync gives each lane the value of the lane `distance` further on. After five steps
// lane 0 has the sum of all 32; what the other lanes have is of no use. All lanes that the mask
// names must take part. So threads without an element bring 0, and no shuffle is inside a branch on
// which a warp diverges. There are at most 32 warps, so one warp can add their sums in the same
// way; its lanes without a warp bring 0, too, because no warp has written their words.
#include "06_unrolling/warp_shuffle.hpp"

constexpr unsigned whole_warp = 0xFFFFFFFF;  // a mask: one bit for each lane that takes part

// Lane 0 gets the sum over the warp. All 32 lanes must come.
__device__ int warp_sum(int value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value += __shfl_down_sync(whole_warp, value, distance);
  }
  return value;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int warp_sums[32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  const int sum = warp_sum(i < size ? data[i] : 0);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    const int total = warp_sum(lane < blockDim.x / 32 ? warp_sums[lane] : 0);
    if (lane == 0) partial[blockIdx.x] = total;
  }
}
