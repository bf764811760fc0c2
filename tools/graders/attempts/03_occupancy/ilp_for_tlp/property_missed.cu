#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned per_thread = 4;

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const unsigned i = thread + k * threads;
    if (i < size) {
      const int value = data[i];
      result[i] = 3 * value + 1;
    }
  }
}
