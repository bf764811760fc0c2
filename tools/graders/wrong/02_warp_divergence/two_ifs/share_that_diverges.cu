// fails: results: share_that_diverges.cu:5: if_and_else: branch efficiency: predicted-too-low(20)
// The share of branches that diverge, in place of those that do not.
#include "02_warp_divergence/two_ifs.hpp"

constexpr branch_prediction if_and_else_predicted{5, 1, 20};
constexpr branch_prediction two_ifs_predicted{7, 2, 28.57};
constexpr branch_prediction three_ifs_predicted{10, 3, 30};
constexpr branch_prediction unsigned_index_predicted{6, 2, 33.33};
