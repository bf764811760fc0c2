// fails: compile: cheat_computes_at_the_beginning.cu:18: not-a-constant(rolled_predicted
//
// Code of the host runs when the program begins: it could look for the answers, or change the
// grader.
#include "06_unrolling/why_unroll.hpp"

using lockstep::prediction;
using lockstep::unanswered;

namespace {

int runs;

loop_prediction looks_around() { return {++runs, 16}; }

}  // namespace

const loop_prediction rolled_predicted = looks_around();
constexpr loop_prediction by_four_predicted{unanswered, unanswered};
constexpr loop_prediction unrolled_predicted{unanswered, unanswered};

constexpr tree_prediction one_tile_predicted{unanswered, unanswered, unanswered};
constexpr tree_prediction eight_tiles_predicted{unanswered, unanswered, unanswered};
constexpr tree_prediction last_warp_predicted{unanswered, unanswered, unanswered};

constexpr prediction fewer_for_a_warp = unanswered;
constexpr prediction fewer_in_all = unanswered;
