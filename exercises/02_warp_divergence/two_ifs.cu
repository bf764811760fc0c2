// Exercise 02_warp_divergence/two_ifs: where does 71.43 % come from?
//
// A kernel in which even threads take one way and odd threads the other has a branch efficiency of
// 80 % when it is compiled for a debugger (-G); with two `if`s in place of `if` and `else` it has
// 71.43 %. Neither is 50 %, though every warp parts. Predict the branches of one warp, for four
// kernels: two_ifs_kernels.cu, beside this file, has them.
//
// Count what the source asks for: with -G nothing is optimised away, each question is a conditional
// branch, and where a path ends there is an unconditional one.
//
// What is checked: each number, against a launch of the kernel with one warp whose branches are
// counted. Efficiency is per cent, and must be right to 0.01.
#include "02_warp_divergence/two_ifs.hpp"

using lockstep::unanswered;

// TODO (4 lines): put a number in place of each `unanswered`.
//        in this order:  branches    divergent   efficiency
constexpr branch_prediction if_and_else_predicted{unanswered, unanswered, unanswered};
constexpr branch_prediction two_ifs_predicted{unanswered, unanswered, unanswered};
constexpr branch_prediction three_ifs_predicted{unanswered, unanswered, unanswered};
constexpr branch_prediction unsigned_index_predicted{unanswered, unanswered, unanswered};
