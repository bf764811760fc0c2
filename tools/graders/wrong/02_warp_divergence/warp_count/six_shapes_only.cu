// fails: results: six_shapes_only.cu:8: … not-answered … line(10
//
// Looks up the six given shapes; the new ones of each run it does not know.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  if (threads == 64 || threads == 1 || threads == 80 || threads == 125 || threads == 961)
    return (threads + 31) / 32;
  return lockstep::unanswered;
}

prediction idle_lanes(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32 * 32 - threads;
}
