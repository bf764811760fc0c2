#include "06_unrolling/unroll16_kernels.hpp"

constexpr unsigned largest_block = 1024;

template <unsigned Tiles>
__device__ void sum_tiles(const int* data, int* partial, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;

  const unsigned i = blockIdx.x * (Tiles * blockDim.x) + t;
  int sum = 0;
  if (i + (Tiles - 1) * blockDim.x < size) {  // all of this thread's elements exist
#pragma unroll
    for (unsigned k = 0; k < Tiles; ++k) sum += data[i + k * blockDim.x];
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

__global__ void eight_tiles(const int* data, int* partial, unsigned size) {
  sum_tiles<8>(data, partial, size);
}

__global__ void sixteen_tiles(const int* data, int* partial, unsigned size) {
  sum_tiles<16>(data, partial, size);
}
