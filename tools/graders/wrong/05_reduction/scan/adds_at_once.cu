// fails: results: adds_at_once.cu:16: of-kernel-does(scan_blocks, race-in-one-round(race
//
// Loads and stores in one statement; no barrier fits in between.
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t >= stride) tile[t] += tile[t - stride];
    __syncthreads();  // all have stored before anybody loads again
  }
  if (i < size) result[i] = tile[t];
}
