// fails: results: one_warp_too_many.cu:10: 64 x 1 x 1: warps: predicted-too-high(3)
//
// threads / 32 + 1 is no rounding up.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return threads / 32 + 1;
}

prediction idle_lanes(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads / 32 + 1) * 32 - threads;
}
