// fails: results: full_pairs_only.cu:9: to-blame(operation, other-operation
//
// Only pairs of full warps are dealt with; the rest of the elements gets no result.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 64 * 64 + 2 * (thread % 32) + thread / 32 % 2;
  if (thread / 64 * 64 + 64 > size) return;

  if (i >= size) return;
  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
