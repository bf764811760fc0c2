// fails: checks: wide_load.cu:9: of-kernel-does(advance, misaligned
//
// One load of 16 bytes, where nothing promises that the elements lie so.
#include "03_occupancy/ilp_for_tlp.hpp"

__global__ void advance(const int* data, int* result, unsigned size) {
  const unsigned first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= size) {
    int4 value = *reinterpret_cast<const int4*>(data + first);
    value = make_int4(3 * value.x + 1, 3 * value.y + 1, 3 * value.z + 1, 3 * value.w + 1);
    *reinterpret_cast<int4*>(result + first) = value;
  } else {
    for (unsigned i = first; i < size; ++i) result[i] = 3 * data[i] + 1;
  }
}
