// Solution of 02_warp_divergence/align_to_warp
//
// Two neighbouring warps share 64 elements: the first takes the 32 with an even index, the second
// the 32 with an odd one. A warp's lanes all find the same answer to `i % 2`, so each warp walks
// one way only. The price: a lane's neighbour is two elements away, so that a load touches twice as
// many sectors, of which it uses half. As long as the ways are long, that is cheap.
#include "02_warp_divergence/align_to_warp.hpp"

__global__ void scramble(const unsigned* data, unsigned* result, unsigned size, unsigned rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = thread % 32;
  const unsigned odd = thread / 32 % 2;
  const unsigned i = thread / 64 * 64 + 2 * lane + odd;

  if (i >= size) return;
  if (i % 2 == 0) {
    result[i] = even_way(data[i], rounds);
  } else {
    result[i] = odd_way(data[i], rounds);
  }
}
