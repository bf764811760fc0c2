// 03_occupancy/ilp_for_tlp: the same bandwidth with a quarter of the threads
#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned step = gridDim.x * blockDim.x;
  const unsigned i0 = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i1 = i0 + step, i2 = i1 + step, i3 = i2 + step;

  const int a = i0 < size ? data[i0] : 0;
  const int b = i1 < size ? data[i1] : 0;
  const int c = i2 < size ? data[i2] : 0;
  const int d = i3 < size ? data[i3] : 0;

  if (i0 < size) result[i0] = 3 * a + 1;
  if (i1 < size) result[i1] = 3 * b + 1;
  if (i2 < size) result[i2] = 3 * c + 1;
  if (i2 < size) result[i3] = 3 * d + 1;
}
