// What the answer to 02_warp_divergence/warp_count defines.
#pragma once

#include <lockstep/prediction.hpp>

// Of a launch of one block.
struct warp_prediction {
  lockstep::prediction warps;
  lockstep::prediction idle_lanes;  // lanes of these warps that have no thread
};

// The blocks that are launched, in the order of the predictions.
struct block_shape {
  unsigned x, y, z;
};
constexpr block_shape shapes[] = {
    {64, 1, 1},  {80, 1, 1}, {1, 1, 1}, {33, 1, 1}, {40, 2, 1},   {16, 16, 1},
    {31, 31, 1}, {1, 64, 1}, {5, 5, 5}, {4, 4, 3},  {1000, 1, 1},
};

extern const warp_prediction predictions[11];
