#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

static unsigned threads(block_shape b) { return b.x * b.y * b.z; }

prediction warps(block_shape block) { return (threads(block) + 31) / 32; }

prediction idle_lanes(block_shape block) {
  return 32 - threads(block) % 32;
}
