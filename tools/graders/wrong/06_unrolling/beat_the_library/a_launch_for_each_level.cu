// fails: properties: measured(launches … line(47
//
// Level after level, until one number is left: a third launch for a handful of numbers.
#include <lockstep/check.hpp>

#include "06_unrolling/beat_the_library.hpp"

constexpr unsigned block_size = 256;

// Thread 0 gets the sum over the block; all threads must come. Between two calls there must be a
// barrier.
__device__ int block_sum(int value) {
  __shared__ int warp_sums[block_size / 32];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;

  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();

  if (warp == 0) {
    value = lane < block_size / 32 ? warp_sums[lane] : 0;
    for (unsigned distance = 16; distance > 0; distance /= 2)
      value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  }
  return value;
}

// sums[b] = the sum of block b's numbers, four for each thread.
__global__ void level(const int* numbers, int* sums, unsigned count) {
  int mine = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned i = (4 * blockIdx.x + k) * block_size + threadIdx.x;
    if (i < count) mine += numbers[i];
  }
  mine = block_sum(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = mine;
}

void sum(const int* data, int* result, int* workspace, unsigned size) {
  const int* numbers = data;
  int* sums = workspace;
  unsigned count = size;
  for (;;) {
    const unsigned blocks = count == 0 ? 1 : (count + 4 * block_size - 1) / (4 * block_size);
    level<<<blocks, block_size>>>(numbers, blocks == 1 ? result : sums, count);
    CUDA_CHECK(cudaGetLastError());
    if (blocks == 1) return;
    numbers = sums;
    sums += blocks;
    count = blocks;
  }
}
