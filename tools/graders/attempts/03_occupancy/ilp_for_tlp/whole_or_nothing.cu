#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  const unsigned last = thread + 3 * threads;
  if (last >= size) return;

  const int a = data[thread];
  const int b = data[thread + threads];
  const int c = data[thread + 2 * threads];
  const int d = data[last];
  result[thread] = 3 * a + 1;
  result[thread + threads] = 3 * b + 1;
  result[thread + 2 * threads] = 3 * c + 1;
  result[last] = 3 * d + 1;
}
