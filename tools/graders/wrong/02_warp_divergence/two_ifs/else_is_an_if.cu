// fails: results: else_is_an_if.cu:6: two_ifs: branches: predicted-too-low(5)
// Two ifs are taken for if and else, with the same branches.
#include "02_warp_divergence/two_ifs.hpp"

constexpr branch_prediction if_and_else_predicted{5, 1, 80};
constexpr branch_prediction two_ifs_predicted{5, 1, 80};
constexpr branch_prediction three_ifs_predicted{10, 3, 70};
constexpr branch_prediction unsigned_index_predicted{6, 2, 66.67};
