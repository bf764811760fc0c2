// Solution of 02_warp_divergence/warp_count
//
// The threads of a block are numbered through all of it: x fastest, then y, then z. Every 32 of
// them are a warp, wherever a row ends, so the shape does not matter. A last warp that is not full
// is a warp all the same: round up.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32;
}

prediction idle_lanes(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32 * 32 - threads;
}
