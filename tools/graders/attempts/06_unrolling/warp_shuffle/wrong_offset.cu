// 06_unrolling/warp_shuffle: sums that go from register to register
// Task       Let each warp add up its 32 elements by shuffles; put one value for each warp into
//            shared memory; wait once; let one warp add those.
// Given      In the tree every sum goes through shared memory, and the whole block waits after each
//            step. Lanes of one warp can read each other's registers instead. That works for any
//            number of warps, while the tree wants a power of two.
// Done when  the sums are right for any size and blocks of 32, 64, 96, ..., 1024 threads; there is
//            at most one barrier; at most one word for each warp is stored to shared memory, and
//            one for each thread loaded; there are no atomics; the threads share the work; no check
//            finds anything.
// Interface  __global__ void block_sums(const int* data, int* partial, unsigned size);
#include "06_unrolling/warp_shuffle.hpp"

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int sum_of_warp[32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned warps = blockDim.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  int sum = i < size ? data[i] : 0;
  for (unsigned lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, lanes);
  if (lane == 0) sum_of_warp[warp] = sum;
  __syncthreads();
  if (warp > 0) return;

  sum = lane < warps ? sum_of_warp[lane] : 0;
  for (unsigned lanes = warps / 2; lanes > 0; lanes /= 2)
    sum += __shfl_down_sync(0xFFFFFFFF, sum, lanes);
  if (lane == 0) partial[blockIdx.x] = sum;
}
