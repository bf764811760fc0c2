#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  const unsigned first = 4 * thread;
  if (first + 3 < size) {
    const int4 v = reinterpret_cast<const int4*>(data)[thread];
    result[first] = 3 * v.x + 1;
    result[first + 1] = 3 * v.y + 1;
    result[first + 2] = 3 * v.z + 1;
    result[first + 3] = 3 * v.w + 1;
  } else {
    for (unsigned i = first; i < size; ++i) result[i] = 3 * data[i] + 1;
  }
}
