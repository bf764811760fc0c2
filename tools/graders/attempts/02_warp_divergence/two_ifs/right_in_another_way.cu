// 02_warp_divergence/two_ifs
#include "02_warp_divergence/two_ifs.hpp"

// Build the answer from what the source has:
//   signed_mod  one uniform branch inside i % 2 if i is signed
//   tests       `if`s without an else, 3 branches each, of which 1 diverges
//   pairs       `if`s with an else, 4 branches each, of which 1 diverges
constexpr branch_prediction count(int signed_mod, int tests, int pairs) {
  const int all = signed_mod + 3 * tests + 4 * pairs;
  const int split = tests + pairs;
  return {all, split, 100.0 * (all - split) / all};
}

constexpr branch_prediction if_and_else_predicted = count(1, 0, 1);
constexpr branch_prediction two_ifs_predicted = count(1, 2, 0);
constexpr branch_prediction three_ifs_predicted = count(1, 3, 0);
constexpr branch_prediction unsigned_index_predicted = count(0, 2, 0);
