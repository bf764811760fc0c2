// fails: checks: guard_of_the_thread.cu:10: … accesses-element(reads … guard-lets-through(9
//
// The guard asks for the number of the thread, which is no longer that of its element.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned i = thread / 64 * 64 + 2 * (thread % 32) + thread / 32 % 2;
  if (thread >= size) return;
  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
