// fails: properties: halo_by_everybody.cu:14: becomes-too-much
//
// Every thread loads its neighbours on both sides to the tile.
#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block + 2 * radius];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  tile[radius + t] = i < size ? data[i] : 0;
  const int left = i >= radius && i - radius < size ? data[i - radius] : 0;
  const int right = i + radius < size ? data[i + radius] : 0;
  if (t < radius) tile[t] = left;
  if (t + radius >= blockDim.x) tile[2 * radius + t] = right;
  __syncthreads();

  if (i >= size) return;
  int sum = 0;
  for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[t + k];
  result[i] = sum;
}
