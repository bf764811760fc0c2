// Exercise 06_unrolling/warp_shuffle: sums that go from register to register
//
// In the tree below every sum goes through shared memory, and the whole block waits after each
// step. Lanes of one warp can read each other's registers: let each warp add up its 32 elements by
// shuffles. Then put one value per warp into shared memory, wait once, and let one warp add those.
// That works for any number of warps, while the tree wants a power of two.
//
// What is checked: the sums, for sizes around a warp and a block, and for blocks of 32, 64, 96, ...
// to 1024 threads; that `data` stays as it is and nothing outside of it is read; that there is one
// barrier at most; that no more than one word per warp is stored to shared memory, and no more
// loaded from it than one word for each thread; that there are no atomics; that the threads share
// the work.
//
// How the kernel is launched is described beside this file, in warp_shuffle.hpp.
#include "06_unrolling/warp_shuffle.hpp"

constexpr unsigned largest_block = 1024;

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  // TODO (2 lines): how many words are needed, and who am I in my warp?
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  // TODO (about 10 lines): how does lane 0 get the sum of its warp, and thread 0 that of all warps?
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
