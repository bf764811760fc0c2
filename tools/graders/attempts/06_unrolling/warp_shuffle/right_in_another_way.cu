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

constexpr unsigned everyone = 0xFFFFFFFF;

// The sum over the warp, in all of its lanes.
__device__ int add_warp(int x) {
  x += __shfl_xor_sync(everyone, x, 1);
  x += __shfl_xor_sync(everyone, x, 2);
  x += __shfl_xor_sync(everyone, x, 4);
  x += __shfl_xor_sync(everyone, x, 8);
  return x + __shfl_xor_sync(everyone, x, 16);
}

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int sums[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int own = add_warp(i < size ? data[i] : 0);
  if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = own;
  __syncthreads();

  if (threadIdx.x >= 32) return;
  int rest = 0;
  if (32 * threadIdx.x < blockDim.x) rest = sums[threadIdx.x];
  rest = add_warp(rest);
  if (threadIdx.x == 0) partial[blockIdx.x] = rest;
}
