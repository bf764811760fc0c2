// fails: results: third_dimension_forgotten.cu:8: 5 x 5 x 5: warps: predicted-too-low(1)
//
// A block has three dimensions.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) { return (block.x * block.y + 31) / 32; }

prediction idle_lanes(block_shape block) {
  return (block.x * block.y + 31) / 32 * 32 - block.x * block.y;
}
