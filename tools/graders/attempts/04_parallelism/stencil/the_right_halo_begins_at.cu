#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int s[largest_block + 2 * radius];

  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  // own element
  s[t + radius] = (i < size) ? data[i] : 0;

  // the halos, by the first threads
  if (t < radius) {
    // left
    s[t] = (i >= radius) ? data[i - radius] : 0;
    // right
    const unsigned r = i + blockDim.x;
    s[t + blockDim.x] = (r < size) ? data[r] : 0;
  }

  __syncthreads();

  if (i < size) {
    int total = 0;
    for (unsigned k = 0; k < 2 * radius + 1; ++k) total += s[t + k];
    result[i] = total;
  }
}
