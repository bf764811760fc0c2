#include "06_unrolling/float_reduce_kernels.hpp"

constexpr unsigned largest_block = 1024;
constexpr unsigned tiles = 8;

__global__ void tree_in_a_loop(const float* data, float* partial, unsigned size) {
  __shared__ float tile[largest_block];
  float sum = 0;

  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (tiles * blockDim.x) + t;
  if (i + (tiles - 1) * blockDim.x < size) {  // all of this thread's elements exist
#pragma unroll
    for (unsigned k = 0; k < tiles; ++k) sum += data[i + k * blockDim.x];
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

template <typename T>
__device__ void sum_one_tile(const T* data, T* partial, unsigned size) {
  __shared__ T tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

__global__ void one_tile_of_int(const int* data, int* partial, unsigned size) {
  sum_one_tile(data, partial, size);
}

__global__ void one_tile_of_float(const float* data, float* partial, unsigned size) {
  sum_one_tile(data, partial, size);
}
