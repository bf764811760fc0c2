#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

// data[k], or 0 outside of the data
__device__ int element(const int* data, long long k, unsigned size) {
  return k >= 0 && k < size ? data[k] : 0;
}

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block + 2 * radius];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  if (i >= size) return;

  const long long here = i;
  tile[radius + t] = element(data, here, size);
  if (t < radius) {
    tile[t] = element(data, here - radius, size);  // left halo
    tile[radius + blockDim.x + t] = element(data, here + blockDim.x, size);  // right halo
  }
  __syncthreads();

  int sum = 0;
#pragma unroll
  for (unsigned k = 0; k < 2 * radius + 1; ++k) sum += tile[t + k];
  result[i] = sum;
}
