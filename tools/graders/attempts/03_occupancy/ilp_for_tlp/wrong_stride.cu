#include "03_occupancy/ilp_for_tlp.hpp"

constexpr int per_thread = 4;

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned start = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned step = blockDim.x;  // neighbours in a warp stay neighbours

  // first all loads ...
  int x[per_thread] = {};
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const unsigned at = start + k * step;
    if (at < size) x[k] = data[at];
  }

  // ... then all stores
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    const unsigned at = start + k * step;
    if (at < size) result[at] = 3 * x[k] + 1;
  }
}
