#include "06_unrolling/unroll16_kernels.hpp"

constexpr unsigned largest_block = 1024;

__global__ void eight_tiles(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  const unsigned i = blockIdx.x * (8 * blockDim.x) + t;
  int sum = 0;
  if (i + 7 * blockDim.x < size) {  // all of this thread's elements exist
    const int a0 = data[i];
    const int a1 = data[i + blockDim.x];
    const int a2 = data[i + 2 * blockDim.x];
    const int a3 = data[i + 3 * blockDim.x];
    const int a4 = data[i + 4 * blockDim.x];
    const int a5 = data[i + 5 * blockDim.x];
    const int a6 = data[i + 6 * blockDim.x];
    const int a7 = data[i + 7 * blockDim.x];
    sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7;
  } else {  // some of them, or none
    for (unsigned at = i; at < size; at += blockDim.x) sum += data[at];
  }
  tile[t] = sum;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}
