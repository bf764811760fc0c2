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
  const int* from = data;
  int* to = first;
  unsigned count = size;

  while (count > block_size) {
    const unsigned blocks = (count + block_size - 1) / block_size;
    block_sums<<<blocks, block_size>>>(from, to, count);
    from = to;
    to = from == first ? first : second;
    count = blocks;
  }
  block_sums<<<1, block_size>>>(from, result, count);
  CUDA_CHECK_LAUNCH();
}
