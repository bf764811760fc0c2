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

__global__ void block_sums(const int* data, int* partial, unsigned size) {
  __shared__ int warp_sums[16];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  int value = i < size ? data[i] : 0;
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  if (warp > 0) return;
  value = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  if (lane == 0) partial[blockIdx.x] = value;
}
