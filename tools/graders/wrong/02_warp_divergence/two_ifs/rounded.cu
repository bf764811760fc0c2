// fails: results: rounded.cu:6: two_ifs: branch efficiency: predicted-too-low(71) off-allowed(0.01)
// Efficiency without its decimals.
#include "02_warp_divergence/two_ifs.hpp"

constexpr branch_prediction if_and_else_predicted{5, 1, 80};
constexpr branch_prediction two_ifs_predicted{7, 2, 71};
constexpr branch_prediction three_ifs_predicted{10, 3, 70};
constexpr branch_prediction unsigned_index_predicted{6, 2, 67};
