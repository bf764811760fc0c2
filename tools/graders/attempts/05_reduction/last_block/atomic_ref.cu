#include <cuda/atomic>

#include "05_reduction/last_block.hpp"

constexpr unsigned largest_block = 1024;

// Adds up a value of each thread of the block, all of which must come. Thread 0 gets the sum.
__device__ int block_sum(int value) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = value;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  return tile[t];
}

__global__ void sum(const int* data, int* partial, unsigned* counter, int* result, unsigned size) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  const int sum_of_block = block_sum(i < size ? data[i] : 0);

  __shared__ unsigned arrived;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*counter);
  if (t == 0) {
    partial[blockIdx.x] = sum_of_block;
    arrived = count.fetch_add(1, cuda::memory_order_acq_rel) + 1;
  }
  __syncthreads();
  if (arrived < gridDim.x) return;

  int rest = 0;
  for (unsigned b = t; b < gridDim.x; b += blockDim.x) rest += partial[b];
  const int total = block_sum(rest);
  if (t != 0) return;
  *result = total;
  count.store(0, cuda::memory_order_relaxed);
}
