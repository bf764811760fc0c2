// What the answer to 02_warp_divergence/warp_count defines.
#pragma once

#include <lockstep/prediction.hpp>

// The threads of a block in each direction; there are at most 1024 of them together.
struct block_shape {
  unsigned x, y, z;
};

// The warps of a block.
lockstep::prediction warps(block_shape block);

// The lanes of these warps that have no thread.
lockstep::prediction idle_lanes(block_shape block);
