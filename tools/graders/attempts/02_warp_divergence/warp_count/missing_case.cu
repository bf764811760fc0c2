#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

static unsigned threads_of(block_shape b) { return b.x * b.y * b.z; }

prediction warps(block_shape block) {
  // 40 x 2 x 1 = 80 threads -> 2.5 -> 3 warps
  const unsigned n = threads_of(block);
  return n / 32 + (n % 32 != 0 ? 1 : 0);
}

prediction idle_lanes(block_shape block) {
  // only the last warp can have lanes without a thread: 80 % 32 = 16 are there, 16 are not
  return 32 - threads_of(block) % 32;
}
