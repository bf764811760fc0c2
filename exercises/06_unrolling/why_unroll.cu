// 06_unrolling/why_unroll: what does unrolling change?
// Task       Predict what six kernels execute: a loop of 16 rounds, by four, and unrolled; a block
//            of one tile, of eight tiles, and of eight with the last warp on its own.
// Given      The kernels are in why_unroll_kernels.cu. Each way of unrolling changes something and
//            leaves something as it is; why_unroll.hpp says what is counted, and for which launch.
// Done when  each number agrees with a launch in which it is counted.
// Interface  six predictions and two answers of yes or no, declared in why_unroll.hpp
#include "06_unrolling/why_unroll.hpp"

using lockstep::prediction;
using lockstep::unanswered;

// TODO (8 lines): replace each `unanswered` by a number.
//      in this order:  jumps       loads
constexpr loop_prediction rolled_predicted{unanswered, unanswered};
constexpr loop_prediction by_four_predicted{unanswered, unanswered};
constexpr loop_prediction unrolled_predicted{unanswered, unanswered};

//      in this order:  warps       loads       barriers
constexpr tree_prediction one_tile_predicted{unanswered, unanswered, unanswered};
constexpr tree_prediction eight_tiles_predicted{unanswered, unanswered, unanswered};
constexpr tree_prediction last_warp_predicted{unanswered, unanswered, unanswered};

// 1 for yes, 0 for no
constexpr prediction fewer_for_a_warp = unanswered;
constexpr prediction fewer_in_all = unanswered;
