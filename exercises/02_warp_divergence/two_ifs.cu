// 02_warp_divergence/two_ifs: where does 71.43 % come from?
// Task       Predict the branches of one warp for four kernels: how many it executes, on how many
//            of them its lanes disagree, and the branch efficiency that follows.
// Given      The kernels are in two_ifs_kernels.cu, compiled for a debugger (-G): nothing is
//            optimised away, each test is a conditional branch, and each end of a path an
//            unconditional one. if_and_else has 80 %, two_ifs 71.43 %; every warp diverges in both.
// Done when  each number agrees with a launch of one warp whose branches are counted; efficiency is
//            per cent, right to 0.01.
// Interface  four branch_predictions, declared in two_ifs.hpp
#include "02_warp_divergence/two_ifs.hpp"

using lockstep::unanswered;

// TODO (4 lines): replace each `unanswered` by a number.
//        in this order:  branches    divergent   efficiency
constexpr branch_prediction if_and_else_predicted{unanswered, unanswered, unanswered};
constexpr branch_prediction two_ifs_predicted{unanswered, unanswered, unanswered};
constexpr branch_prediction three_ifs_predicted{unanswered, unanswered, unanswered};
constexpr branch_prediction unsigned_index_predicted{unanswered, unanswered, unanswered};
