// fails: results: questions_only.cu:5: if_and_else: branches: predicted-too-low(1)
// Counts the conditional branches of the source, and no jumps.
#include "02_warp_divergence/two_ifs.hpp"

constexpr branch_prediction if_and_else_predicted{1, 1, 0};
constexpr branch_prediction two_ifs_predicted{2, 2, 0};
constexpr branch_prediction three_ifs_predicted{3, 3, 0};
constexpr branch_prediction unsigned_index_predicted{2, 2, 0};
