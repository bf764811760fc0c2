#include "02_warp_divergence/two_ifs.hpp"

// Each if: the test, the jump in, the jump to the end. An else: one jump more. `%` of a signed
// number: one branch on which all agree.
constexpr double share(double branches, double divergent) {
  return 100 * (branches - divergent) / branches;
}

constexpr branch_prediction if_and_else_predicted{1 + 3 + 1, 1, share(5, 1)};
constexpr branch_prediction two_ifs_predicted{1 + 2 * 3, 2, share(7, 2)};
// The third test is the first one again, so its lanes have been told apart before.
constexpr branch_prediction three_ifs_predicted{1 + 3 * 3, 2, share(10, 2)};
constexpr branch_prediction unsigned_index_predicted{2 * 3, 2, share(6, 2)};
