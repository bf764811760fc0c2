// Exercise 05_reduction/multi_launch: launch after launch, until one number is left
//
// A block adds up block_size numbers, and blocks of one launch cannot wait for each other. But
// launches can: one begins when all blocks of the one before have ended, and may use what they
// wrote. Below is one launch of one block, which is enough for block_size numbers. For more, let a
// launch leave the sums of its blocks, let the next one add up these, and so on, until one block is
// enough. The host only launches: it adds nothing, and copies no numbers. The kernel is all right.
//
// What is checked: the sum, for sizes around a warp, a block, a block of blocks, ragged, large and
// random, and 0, and for blocks of 64 to 1024 threads; that `data` stays as it is and nothing
// outside of it is read; that there are as few launches as block_size allows, the last of one
// block (one launch more is forgiven), and for many numbers at least two; that kernels read every
// element, and only once; that the host copies none; that no thread adds for all others.
//
// The parameters are described beside this file, in multi_launch.hpp.
#include <lockstep/check.hpp>

#include <utility>

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
  // TODO (10 lines): what if one block is not enough? Which numbers are left after a launch, how
  // many of them, and where may the next launch put theirs?
  const int* numbers = data;
  unsigned count = size;
  int* sums = first;
  int* other = second;
  while (count > block_size) {
    const unsigned blocks = (count + block_size - 1) / block_size;
    block_sums<<<blocks, block_size>>>(numbers, sums, count);
    numbers = sums;
    std::swap(sums, other);
  }
  block_sums<<<1, block_size>>>(numbers, result, count);
  CUDA_CHECK_LAUNCH();
}
