#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned per_thread = 4;

__device__ unsigned element(unsigned thread, unsigned k) { return per_thread * thread + k; }

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;

  int value[per_thread];
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const unsigned i = element(thread, k);
    value[k] = i < size ? data[i] : 0;
  }
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const unsigned i = element(thread, k);
    if (i < size) result[i] = 3 * value[k] + 1;
  }
}
