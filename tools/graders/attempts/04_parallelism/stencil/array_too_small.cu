#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block + radius];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[t + radius] = i < size ? data[i] : 0;
  if (t < radius) {
    const unsigned behind = i + blockDim.x;
    tile[t] = i < radius ? 0 : data[i - radius];
    tile[t + radius + blockDim.x] = behind < size ? data[behind] : 0;
  }
  __syncthreads();

  if (i < size) {
    const int* window = tile + t;
    int sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 2 * radius + 1; ++k) sum += window[k];
    result[i] = sum;
  }
}
