// Solution of 02_warp_divergence/two_ifs
//
// `i % 2` of a signed number is a division with a branch inside, on which all lanes agree. An `if`
// has three branches: its question, on which they disagree, a jump into the body and one to the
// end. An `else` adds one jump, and no question. So if and else: 1 + 3 + 1, of which 1 diverges;
// two ifs: 1 + 2 * 3, of which 2 do. Every further `if` adds three branches, one of them divergent,
// and the efficiency comes down to 66.67 %: what an unsigned index, whose `% 2` is no branch, has
// from the beginning. The jumps that no lane disagrees on hide what divergence costs.
#include "02_warp_divergence/two_ifs.hpp"

constexpr branch_prediction if_and_else_predicted{5, 1, 80};
constexpr branch_prediction two_ifs_predicted{7, 2, 71.43};
constexpr branch_prediction three_ifs_predicted{10, 3, 70};
constexpr branch_prediction unsigned_index_predicted{6, 2, 66.67};
