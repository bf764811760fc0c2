// fails: results: blocks of 992: resident warps: predicted 64, measured 62
// A block that is left over does not come in part.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 1, 128, 160, 64};
constexpr block_prediction block_of_1000{32, 24, 125, 125, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 64};
