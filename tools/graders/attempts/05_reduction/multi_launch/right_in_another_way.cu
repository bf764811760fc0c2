// 05_reduction/multi_launch, as a recursion on the host
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

// Adds `count` numbers. `spare` is free, `later` may hold the numbers themselves: it is written
// only after they have been read.
static void add_up(const int* numbers, unsigned count, int* result, int* spare, int* later,
                   unsigned block_size) {
  if (count <= block_size) {
    block_sums<<<1, block_size>>>(numbers, result, count);
  } else {
    const unsigned blocks = 1 + (count - 1) / block_size;
    block_sums<<<blocks, block_size>>>(numbers, spare, count);
    add_up(spare, blocks, result, later, spare, block_size);
  }
}

void sum(const int* data, int* result, int* first, int* second, unsigned size,
         unsigned block_size) {
  add_up(data, size, result, first, second, block_size);
  CUDA_CHECK_LAUNCH();
}
