// fails: checks: result_not_guarded.cu:21: of-kernel-does(scan_blocks, accesses-element(writes
//
// Threads without an element store a sum behind the end.
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
    __syncthreads();  // all have stored before anybody loads again
  }
  result[i] = tile[t];
}
