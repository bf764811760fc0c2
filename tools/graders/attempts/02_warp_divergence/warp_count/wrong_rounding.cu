// 02_warp_divergence/warp_count: how many warps does a block have?
// Task       Write two formulas: the number of warps of a block of x * y * z threads, and the
//            number of lanes of these warps that have no thread.
// Given      Idle lanes stay idle to the end and cost as much as the others. All that you need is
//            in chapters/02_warp_divergence/README.md, `A warp is 32 threads`.
// Done when  both are right for six given shapes and for twelve new ones in every run. Each is
//            launched; warps and active lanes are counted.
// Interface  prediction warps(block_shape block);  prediction idle_lanes(block_shape block);
#include "02_warp_divergence/warp_count.hpp"

using lockstep::prediction;

static unsigned count_warps(block_shape b) {
  unsigned n = 0;
  for (unsigned row = 0; row < b.y * b.z; ++row) n += (b.x + 31) / 32;
  return n;
}

prediction warps(block_shape block) { return count_warps(block); }

prediction idle_lanes(block_shape block) {
  return 32 * count_warps(block) - block.x * block.y * block.z;
}
