// fails: results: barriers_of_the_warp.cu:16: … `__syncwarp` on lines 13, 17 and 19
//
// The word `stride` before may belong to another warp.
#include "05_reduction/scan.hpp"

constexpr unsigned largest_block = 1024;

__global__ void scan_blocks(const int* data, int* result, unsigned size) {
  __shared__ int tile[largest_block];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;
  tile[t] = i < size ? data[i] : 0;
  __syncwarp();

  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const int before = t >= stride ? tile[t - stride] : 0;
    __syncwarp();  // all have loaded before anybody stores
    tile[t] += before;
    __syncwarp();  // all have stored before anybody loads again
  }
  if (i < size) result[i] = tile[t];
}
