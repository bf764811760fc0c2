#include "06_unrolling/vector_loads_kernels.hpp"

constexpr unsigned largest_block = 1024;

__global__ void one_element_a_load(const int* data, int* partial, unsigned size) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (unsigned i = first; i < size; i += threads) sum += data[i];

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
