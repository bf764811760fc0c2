// fails: results: rounds_down.cu:10: 80 x 1 x 1: warps: predicted-too-low(2)
//
// The threads that do not fill a warp are forgotten.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return threads / 32;
}

prediction idle_lanes(block_shape block) { return 0; }
