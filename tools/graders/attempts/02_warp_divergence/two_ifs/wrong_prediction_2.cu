#include "02_warp_divergence/two_ifs.hpp"

namespace {

constexpr branch_prediction predict(int branches, int divergent) {
  return {branches, divergent, 100.0 * (branches - divergent) / branches};
}

}  // namespace

// A warp: 1 for the signed remainder, 3 for an if, 1 more for an else.
constexpr branch_prediction if_and_else_predicted = predict(1 + 3 + 1, 1);
constexpr branch_prediction two_ifs_predicted = predict(1 + 2 * 3, 2);
constexpr branch_prediction three_ifs_predicted = predict(1 + 3 * 3, 2);
constexpr branch_prediction unsigned_index_predicted = predict(2 * 3, 2);
