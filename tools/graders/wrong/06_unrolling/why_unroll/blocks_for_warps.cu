// fails: results: blocks_for_warps.cu:12: one_tile: warps: predicted-too-low(32
//
// Counts blocks: each has four warps.
#include "06_unrolling/why_unroll.hpp"

using lockstep::prediction;

constexpr loop_prediction rolled_predicted{16, 16};
constexpr loop_prediction by_four_predicted{4, 16};
constexpr loop_prediction unrolled_predicted{0, 16};

constexpr tree_prediction one_tile_predicted{32, 1, 8};
constexpr tree_prediction eight_tiles_predicted{4, 8, 8};
constexpr tree_prediction last_warp_predicted{4, 8, 2};

constexpr prediction fewer_for_a_warp = 0;
constexpr prediction fewer_in_all = 1;
