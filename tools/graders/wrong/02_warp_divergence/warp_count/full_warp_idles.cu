// fails: results: full_warp_idles.cu:15: 64 x 1 x 1: idle lanes: predicted-too-high(32)
//
// 32 - remainder is 32 where the last warp is full.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32;
}

prediction idle_lanes(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return 32 - threads % 32;
}
