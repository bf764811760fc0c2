// fails: results: left_halo_only.cu:22: of-kernel-does(sum_neighbours, unwritten-shared( … line(16
//
// The words behind the block are never stored.
#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block + 2 * radius];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x;  // element of the block
  const unsigned i = first + t;

  tile[radius + t] = i < size ? data[i] : 0;
  if (t < radius) {
    tile[t] = i >= radius ? data[i - radius] : 0;
  }
  __syncthreads();

  if (i >= size) return;
  int sum = 0;
  for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[t + k];
  result[i] = sum;
}
