#include "02_warp_divergence/two_ifs.hpp"

using lockstep::unanswered;

// with -G: 3 branches for each if (1 test + 2 jumps); if/else has 4; signed % 2 has one more
constexpr int efficiency(int branches, int divergent) {
  return 100 * (branches - divergent) / branches;
}

//        in this order:  branches    divergent   efficiency
constexpr branch_prediction if_and_else_predicted{5, 1, efficiency(5, 1)};
constexpr branch_prediction two_ifs_predicted{7, 2, efficiency(7, 2)};
constexpr branch_prediction three_ifs_predicted{10, 3, efficiency(10, 3)};
constexpr branch_prediction unsigned_index_predicted{6, 2, efficiency(6, 2)};
