// 04_parallelism/stencil
#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int s[largest_block + 2 * radius];

  const unsigned t = threadIdx.x;
  const unsigned n = blockDim.x;
  const unsigned g = blockIdx.x * n + t;
  if (g >= size) return;

  // my own element, behind the left halo
  s[radius + t] = data[g];

  // the first three threads also fetch the halos
  if (t < radius) {
    s[t] = g >= radius ? data[g - radius] : 0;
    s[radius + n + t] = g + n < size ? data[g + n] : 0;
  }
  __syncthreads();

  int acc = 0;
#pragma unroll
  for (unsigned k = 0; k < 2 * radius + 1; ++k) acc += s[t + k];
  result[g] = acc;
}
