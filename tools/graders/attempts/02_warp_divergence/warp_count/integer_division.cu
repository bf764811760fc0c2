// 02_warp_divergence/warp_count
#include <cmath>

#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

static unsigned threads_of(block_shape b) { return b.x * b.y * b.z; }

prediction warps(block_shape block) {
  // Each warp has 32 threads, a started one counts as a whole.
  return std::ceil(threads_of(block) / 32);
}

prediction idle_lanes(block_shape block) {
  const unsigned in_last_warp = threads_of(block) % 32;
  return in_last_warp == 0 ? 0u : 32 - in_last_warp;
}
