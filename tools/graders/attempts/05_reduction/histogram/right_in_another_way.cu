// 05_reduction/histogram
#include "05_reduction/histogram.hpp"

// Calls f(b) for all bins, shared among the threads of the block.
template <typename F>
__device__ void for_each_bin(F f) {
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) f(b);
}

__global__ void histogram(const unsigned char* data, unsigned* counts, unsigned size) {
  __shared__ unsigned in_block[bins];
  for_each_bin([&](unsigned b) { in_block[b] = 0; });
  __syncthreads();

  const unsigned long long all = size;
  const unsigned long long stride = 1ull * gridDim.x * blockDim.x;
  for (unsigned long long i = 1ull * blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride)
    atomicAdd(&in_block[data[i]], 1u);
  __syncthreads();

  for_each_bin([&](unsigned b) { atomicAdd(&counts[b], in_block[b]); });
}
