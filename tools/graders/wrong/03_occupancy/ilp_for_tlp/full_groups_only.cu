// fails: results: full_groups_only.cu:12: nobody-writes(result
//
// A thread that has less than four elements does none.
#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned most = 4;  // elements of a thread

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  if (thread + (most - 1) * threads >= size) return;

  int value[most];
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread + k * threads;
    if (i < size) value[k] = data[i];
  }
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread + k * threads;
    if (i < size) result[i] = 3 * value[k] + 1;
  }
}
