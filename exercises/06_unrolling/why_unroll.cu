// Exercise 06_unrolling/why_unroll: what does unrolling change?
//
// Three things are called unrolling: a loop whose body is written several times; a block that takes
// several tiles of data, so that each thread loads several elements; and the last warp, which goes
// on without the others. Each of them changes something, and leaves something as it is. Predict
// what the kernels of why_unroll_kernels.cu, beside this file, do.
//
// What is checked: each number, against a launch in which it is counted.
// why_unroll.hpp, beside this file, says what is counted.
#include "06_unrolling/why_unroll.hpp"

using lockstep::prediction;
using lockstep::unanswered;

// TODO (8 lines): put a number in place of each `unanswered`.
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
