// fails: properties: one_thread_adds.cu:15: one-lane-works
//
// Thread 0 adds up the tile, word by word.
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  if (t == 0)
    for (unsigned k = 1; k < blockDim.x; ++k) tile[k] += tile[k - 1];
  __syncthreads();
  if (i < size) result[i] = tile[t];
}
