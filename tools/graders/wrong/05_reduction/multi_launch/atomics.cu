// fails: properties: measured(launches … line(29
//
// One launch, in which blocks add their sums to the result by an atomic: right, but another
// exercise.
#include <lockstep/check.hpp>

#include "05_reduction/multi_launch.hpp"

constexpr unsigned largest_block = 1024;

// *result += the sum of the numbers of block b.
__global__ void block_sums(const int* numbers, int* result, unsigned count) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < count ? numbers[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(result, tile[0]);
}

void sum(const int* data, int* result, int*, int*, unsigned size, unsigned block_size) {
  CUDA_CHECK(cudaMemset(result, 0, sizeof(int)));
  if (size == 0) return;
  block_sums<<<(size + block_size - 1) / block_size, block_size>>>(data, result, size);
  CUDA_CHECK_LAUNCH();
}
