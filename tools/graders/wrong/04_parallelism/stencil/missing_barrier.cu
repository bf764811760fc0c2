// fails: results: missing_barrier.cu:14: … race-no-barrier(race … experiment(line(21
//
// Adds words that other threads may not have stored yet.
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
    const unsigned behind = first + blockDim.x + t;
    tile[radius + blockDim.x + t] = behind < size ? data[behind] : 0;
  }

  if (i >= size) return;
  int sum = 0;
  for (unsigned k = 0; k <= 2 * radius; ++k) sum += tile[t + k];
  result[i] = sum;
}
