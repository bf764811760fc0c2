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

constexpr unsigned full_warp = 0xFFFFFFFFu;

__device__ int fold(int v) {
#pragma unroll
  for (int away = 16; away > 0; away >>= 1) v += __shfl_down_sync(full_warp, v, away);
  return v;
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int warp_sums[32];
  const unsigned t = threadIdx.x;
  const unsigned warps = blockDim.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + t;

  const int s = fold(i < size ? data[i] : 0);
  if (t % 32 == 0) warp_sums[t / 32] = s;
  __syncthreads();

  if (t < warps) {
    const int b = fold(warp_sums[t]);
    if (t == 0) partial[blockIdx.x] = b;
  }
}
