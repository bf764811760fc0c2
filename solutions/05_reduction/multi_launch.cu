// Solution of 05_reduction/multi_launch
//
// Each launch of the loop turns `count` numbers into one for each block. What it writes must not be
// what it reads: while block 0 still reads the first block_size numbers, block 1 may already store
// its sum, as number 1. So there are two places for sums, used in turn. One launch is left when one
// block is enough, and it stores to `result`. With size = 0 it is the only one, and its threads,
// none of which has a number, add up zeros.
//
// The number of launches is the number of digits that size - 1 has to the base block_size: 3 for a
// million numbers and blocks of 256. Launches of one stream wait for each other by themselves; the
// check after each is for errors, and could as well stand at the end.
#include <lockstep/check.hpp>

#include "05_reduction/multi_launch.hpp"

constexpr unsigned largest_block = 1024;

// sums[b] = the sum of the numbers of block b; 0 if it has none.
__global__ void block_sums(const int* numbers, int* sums, unsigned count) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < count ? numbers[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = tile[0];
}

void sum(const int* data, int* result, int* first, int* second, unsigned size,
         unsigned block_size) {
  const int* numbers = data;
  unsigned count = size;
  int* sums = first;
  while (count > block_size) {
    const unsigned blocks = (count + block_size - 1) / block_size;
    block_sums<<<blocks, block_size>>>(numbers, sums, count);
    CUDA_CHECK_LAUNCH();
    numbers = sums;
    count = blocks;
    sums = sums == first ? second : first;
  }
  block_sums<<<1, block_size>>>(numbers, result, count);
  CUDA_CHECK_LAUNCH();
}
