// Solution of 05_reduction/scan
//
// After the step with `stride`, word t holds the sum of the 2 * stride elements that end at t, or
// of all up to t if there are fewer. So log2(blockDim.x) steps are enough (Hillis and Steele). In
// each step a word is loaded by one thread and stored by another: a barrier lies between the loads
// and the stores, and another one between the stores and the loads of the next step. With two
// tiles, from one to the other and back, one barrier a step is enough.
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
  if (i < size) result[i] = tile[t];
}
