// fails: results: lanes_in_use.cu:15: 64 x 1 x 1: idle lanes: predicted-too-high(32)
//
// Counts the lanes of the last warp that have a thread.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32;
}

prediction idle_lanes(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return threads % 32 == 0 ? 32 : threads % 32;
}
