// fails: results: remainder.cu:15: … 1 x 1 x 1: idle lanes … predicted-too-low
//
// The remainder is the number of threads in the last warp, not of lanes without one.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32;
}

prediction idle_lanes(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return threads % 32;
}
