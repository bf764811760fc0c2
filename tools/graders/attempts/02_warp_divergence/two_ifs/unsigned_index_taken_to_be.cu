// 02_warp_divergence/two_ifs
#include "02_warp_divergence/two_ifs.hpp"

// Each if without else: its question, into the body, out of the body.
//        in this order:  branches    divergent   efficiency
constexpr branch_prediction if_and_else_predicted{5, 1, 80};
constexpr branch_prediction two_ifs_predicted{7, 2, 100.0 * (7 - 2) / 7};
constexpr branch_prediction three_ifs_predicted{10, 3, 70};
constexpr branch_prediction unsigned_index_predicted{7, 2, 100.0 * (7 - 2) / 7};
