// fails: results: not_finished.cu:13: 64 x 1 x 1: idle lanes: not-answered
//
// The second answer is missing.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32;
}

prediction idle_lanes(block_shape block) { return lockstep::unanswered; }
