// fails: results: stride_of_a_block.cu:21: … `blockDim.x` on lines 15 and 20 is to blame
//
// The elements of a thread lie a block apart, and blocks begin one block after the other.
#include "03_occupancy/ilp_for_tlp.hpp"

constexpr unsigned most = 4;  // elements of a thread

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;

  int value[most];
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread + k * blockDim.x;
    if (i < size) value[k] = data[i];
  }
#pragma unroll
  for (unsigned k = 0; k < most; ++k) {
    const unsigned i = thread + k * blockDim.x;
    if (i < size) result[i] = 3 * value[k] + 1;
  }
}
