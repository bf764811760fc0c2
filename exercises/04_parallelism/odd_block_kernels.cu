#include "04_parallelism/odd_block_kernels.hpp"

__global__ void add_vectors(const float* a, const float* b, float* c) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}
