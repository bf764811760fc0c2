// fails: results: signed_or_not.cu:8: unsigned_index: branches: predicted-too-high(7)
// Does not see that the remainder of an unsigned number needs no branch.
#include "02_warp_divergence/two_ifs.hpp"

constexpr branch_prediction if_and_else_predicted{5, 1, 80};
constexpr branch_prediction two_ifs_predicted{7, 2, 71.43};
constexpr branch_prediction three_ifs_predicted{10, 3, 70};
constexpr branch_prediction unsigned_index_predicted{7, 2, 71.43};
