// fails: results: first_dimension_only.cu:8: 40 x 2 x 1: warps: predicted-too-low(2)
//
// Only blockDim.x is divided by 32.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) { return (block.x + 31) / 32; }

prediction idle_lanes(block_shape block) { return (block.x + 31) / 32 * 32 - block.x; }
