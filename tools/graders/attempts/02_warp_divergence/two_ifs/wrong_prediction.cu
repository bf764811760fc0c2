#include "02_warp_divergence/two_ifs.hpp"

// The % has a branch of its own, an if has three (test, into the body, to the end), an else one
// more jump. Only the tests are divergent.
constexpr double efficiency(double branches, double divergent) {
  return 100.0 * (branches - divergent) / branches;
}

constexpr branch_prediction if_and_else_predicted{5, 1, efficiency(5, 1)};
constexpr branch_prediction two_ifs_predicted{7, 2, efficiency(7, 2)};
constexpr branch_prediction three_ifs_predicted{10, 3, efficiency(10, 3)};
// the source has the same ifs as two_ifs
constexpr branch_prediction unsigned_index_predicted{7, 2, efficiency(7, 2)};
