#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;
using lockstep::unanswered;

// every row of the block is cut into pieces of 32
static unsigned count_warps(block_shape b) {
  unsigned warps_of_row = (b.x + 31) / 32;
  return warps_of_row * b.y * b.z;
}

prediction warps(block_shape block) {
  return count_warps(block);
}

prediction idle_lanes(block_shape block) {
  return 32 * count_warps(block) - block.x * block.y * block.z;
}
