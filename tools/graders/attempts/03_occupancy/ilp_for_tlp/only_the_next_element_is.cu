// Exercise 03_occupancy/ilp_for_tlp: as many bytes under way with a quarter of the threads
#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  if (thread >= size) return;

  int coming = data[thread];
  for (unsigned i = thread; i < size; i += threads) {
    const int here = coming;
    // the next element is already on its way when this one is stored
    if (i + threads < size) coming = data[i + threads];
    result[i] = 3 * here + 1;
  }
}
