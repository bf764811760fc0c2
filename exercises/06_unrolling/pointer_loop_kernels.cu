// The kernels that 06_unrolling/pointer_loop asks about. They differ in how a thread adds its eight
// elements.
#include "06_unrolling/pointer_loop_kernels.hpp"

constexpr unsigned largest_block = 1024;

// The elements of the end of the last block that are this thread's, from data[i] on.
__device__ int add_rest(const int* data, unsigned i, unsigned size) {
  int sum = 0;
  for (; i < size; i += blockDim.x) sum += data[i];
  return sum;
}

__device__ void store_block_sum(int sum, int* partial) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

__global__ void eight_variables(const int* data, int* partial, unsigned size) {
  const unsigned i = blockIdx.x * (8 * blockDim.x) + threadIdx.x;
  int sum = 0;
  if (i + 7 * blockDim.x < size) {
    const int a0 = data[i];
    const int a1 = data[i + blockDim.x];
    const int a2 = data[i + 2 * blockDim.x];
    const int a3 = data[i + 3 * blockDim.x];
    const int a4 = data[i + 4 * blockDim.x];
    const int a5 = data[i + 5 * blockDim.x];
    const int a6 = data[i + 6 * blockDim.x];
    const int a7 = data[i + 7 * blockDim.x];
    sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7;
  } else {
    sum = add_rest(data, i, size);
  }
  store_block_sum(sum, partial);
}

__global__ void by_count(const int* data, int* partial, unsigned size) {
  const unsigned i = blockIdx.x * (8 * blockDim.x) + threadIdx.x;
  int sum = 0;
  if (i + 7 * blockDim.x < size) {
    const int* next = data + i;
    for (int k = 0; k < 8; ++k) {
      sum += *next;
      next += blockDim.x;
    }
  } else {
    sum = add_rest(data, i, size);
  }
  store_block_sum(sum, partial);
}

__global__ void by_end(const int* data, int* partial, unsigned size) {
  const unsigned i = blockIdx.x * (8 * blockDim.x) + threadIdx.x;
  int sum = 0;
  if (i + 7 * blockDim.x < size) {
    const int* end = data + i + 8 * blockDim.x;
    for (const int* next = data + i; next < end; next += blockDim.x) sum += *next;
  } else {
    sum = add_rest(data, i, size);
  }
  store_block_sum(sum, partial);
}
