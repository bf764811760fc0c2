// fails: checks: no_barrier_after_the_store.cu:16: … race-no-barrier-before-next(race(reads
//
// A thread may load a word before its owner has added to it.
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncthreads();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const int before = t >= stride ? tile[t - stride] : 0;
    __syncthreads();  // all have loaded before anybody stores
    tile[t] += before;
  }
  if (i < size) result[i] = tile[t];
}
