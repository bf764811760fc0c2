// fails: results: one_barrier_a_step.cu:16: of-kernel-does(scan_blocks, race-no-barrier(race
//
// A thread may store its word before the one behind it has loaded it.
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
    tile[t] += before;
    __syncthreads();  // all have stored before anybody loads again
  }
  if (i < size) result[i] = tile[t];
}
