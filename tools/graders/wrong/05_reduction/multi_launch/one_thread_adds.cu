// fails: properties: one_thread_adds.cu:34: grid-launched(grid-size
//
// One thread of a second launch adds all sums of blocks.
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

__global__ void add_all(const int* numbers, int* result, unsigned count) {
  int sum = 0;
  for (unsigned i = 0; i < count; ++i) sum += numbers[i];
  *result = sum;
}

void sum(const int* data, int* result, int* first, int*, unsigned size, unsigned block_size) {
  const unsigned blocks = (size + block_size - 1) / block_size;
  if (blocks > 0) block_sums<<<blocks, block_size>>>(data, first, size);
  add_all<<<1, 1>>>(first, result, blocks);
  CUDA_CHECK_LAUNCH();
}
