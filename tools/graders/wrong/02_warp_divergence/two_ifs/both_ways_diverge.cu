// fails: results: both_ways_diverge.cu:5: if_and_else: divergent branches: predicted-too-high(2)
// Counts a divergent branch for each way that is taken.
#include "02_warp_divergence/two_ifs.hpp"

constexpr branch_prediction if_and_else_predicted{5, 2, 60};
constexpr branch_prediction two_ifs_predicted{7, 4, 42.86};
constexpr branch_prediction three_ifs_predicted{10, 6, 40};
constexpr branch_prediction unsigned_index_predicted{6, 4, 33.33};
