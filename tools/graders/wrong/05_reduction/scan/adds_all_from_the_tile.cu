// fails: properties: adds_all_from_the_tile.cu:16: most-instructions-here
//
// Shared memory, but each thread still adds up everything before its own word.
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  int sum = 0;
  for (unsigned k = 0; k <= t; ++k) sum += tile[k];
  if (i < size) result[i] = sum;
}
