// fails: checks: no_guard.cu:7: of-kernel-does(scramble, accesses-element(reads
//
// The guard got lost with the new index.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 64 * 64 + 2 * (thread % 32) + thread / 32 % 2;

  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
