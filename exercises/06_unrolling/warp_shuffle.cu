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

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  // TODO (2 lines): declare one word for each warp; compute this thread's warp and lane.
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  // TODO (about 10 lines): let five shuffles bring the sum of a warp to its lane 0, which stores
  // it; after one barrier, let five more bring the sum of all warps to thread 0.
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
