// fails: results: steps_for_barriers.cu:12: one_tile: barriers of a warp: predicted-too-low(7
//
// Forgets the barrier between the loads and the first step.
#include "06_unrolling/why_unroll.hpp"

using lockstep::prediction;

constexpr loop_prediction rolled_predicted{16, 16};
constexpr loop_prediction by_four_predicted{4, 16};
constexpr loop_prediction unrolled_predicted{0, 16};

constexpr tree_prediction one_tile_predicted{128, 1, 7};
constexpr tree_prediction eight_tiles_predicted{16, 8, 7};
constexpr tree_prediction last_warp_predicted{16, 8, 1};

constexpr prediction fewer_for_a_warp = 0;
constexpr prediction fewer_in_all = 1;
