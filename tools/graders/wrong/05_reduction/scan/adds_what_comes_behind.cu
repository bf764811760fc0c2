// fails: results: adds_what_comes_behind.cu:21: with-sources(value-off-by(thread-of-block … line(16
//
// Adds the words behind: sums up to the end of the block.
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const int before = t + stride < blockDim.x ? tile[t + stride] : 0;
    __syncthreads();  // all have loaded before anybody stores
    tile[t] += before;
    __syncthreads();  // all have stored before anybody loads again
  }
  if (i < size) result[i] = tile[t];
}
