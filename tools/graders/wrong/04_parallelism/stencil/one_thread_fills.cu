// fails: properties: one_thread_fills.cu:14: one-lane-works
//
// Thread 0 fills the tile for all.
#include "04_parallelism/stencil.hpp"

constexpr unsigned largest_block = 1024;

__global__ void sum_neighbours(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block + 2 * radius];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned i = first + t;

  if (t == 0) {
    for (unsigned k = 0; k < blockDim.x + 2 * radius; ++k) {
      const unsigned at = first + k;
      tile[k] = at >= radius && at - radius < size ? data[at - radius] : 0;
    }
  }
  __syncthreads();

  if (i >= size) return;
  int sum = 0;
  for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[t + k];
  result[i] = sum;
}
