// fails: results: warp_per_row.cu:8: 40 x 2 x 1: warps: predicted-too-high(4)
//
// Every row of the block begins a warp of its own.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

prediction warps(block_shape block) { return (block.x + 31) / 32 * block.y * block.z; }

prediction idle_lanes(block_shape block) {
  const unsigned threads = block.x * block.y * block.z;
  return (threads + 31) / 32 * 32 - threads;
}
