#include "branchless_kernels.hpp"

__global__ void find_positions_as_given(const unsigned* table, unsigned table_size,
                                        const unsigned* keys, unsigned* position, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const unsigned key = keys[i];

  unsigned first = 0, last = table_size;  // the position is one of first ... last
  while (first < last) {
    const unsigned middle = (first + last) / 2;
    const unsigned entry = table[middle];
    if (entry == key) {
      first = middle;
      break;
    }
    if (entry < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  position[i] = first;
}
