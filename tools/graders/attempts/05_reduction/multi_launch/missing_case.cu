// 05_reduction/multi_launch: launch after launch, until one number is left
// Task       Write the loop of launches: each leaves the sums of its blocks, and the next one adds
//            up these, until one block is enough. That one stores *result.
// Given      The kernel is right and stays as it is. sum() launches one block, which is enough for
//            block_size numbers. A launch begins when the one before has ended, and may use what it
//            wrote; the host only launches.
// Done when  the sum is right for any size from 0 up and blocks of 64 to 1024 threads; there are as
//            few launches as block_size allows, or one more; every element is read once; the host
//            copies no numbers; the threads share the work; no check finds anything.
// Interface  void sum(data, result, first, second, size, block_size): see multi_launch.hpp
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
  const int* source = data;
  unsigned left = size;
  do {
    const unsigned blocks = (left + block_size - 1) / block_size;
    int* target = blocks == 1 ? result : first;
    block_sums<<<blocks, block_size>>>(source, target, left);
    CUDA_CHECK_LAUNCH();
    source = target;
    std::swap(first, second);
    left = blocks;
  } while (left > 1);
}
