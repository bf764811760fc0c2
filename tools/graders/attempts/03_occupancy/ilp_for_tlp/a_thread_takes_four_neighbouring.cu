#include "03_occupancy/ilp_for_tlp.hpp"

constexpr int N = 4;  // elements of a thread

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned begin = N * thread;  // this thread's four elements

  int value[N];
#pragma unroll
  for (int k = 0; k < N; ++k)
    if (begin + k < size) value[k] = data[begin + k];

#pragma unroll
  for (int k = 0; k < N; ++k)
    if (begin + k < size) result[begin + k] = 3 * value[k] + 1;
}
