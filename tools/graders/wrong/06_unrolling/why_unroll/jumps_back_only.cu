// fails: results: jumps_back_only.cu:8: rolled: jumps: predicted-too-low(15
//
// Leaves out the last round, in which the warp asks and does not jump back.
#include "06_unrolling/why_unroll.hpp"

using lockstep::prediction;

constexpr loop_prediction rolled_predicted{15, 16};
constexpr loop_prediction by_four_predicted{3, 16};
constexpr loop_prediction unrolled_predicted{0, 16};

constexpr tree_prediction one_tile_predicted{128, 1, 8};
constexpr tree_prediction eight_tiles_predicted{16, 8, 8};
constexpr tree_prediction last_warp_predicted{16, 8, 2};

constexpr prediction fewer_for_a_warp = 0;
constexpr prediction fewer_in_all = 1;
