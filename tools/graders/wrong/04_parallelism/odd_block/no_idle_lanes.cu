// fails: results: blocks of 1023: idle lanes: predicted 0, measured 1
// Lanes without a thread are not counted.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 0, 128, 160, 64};
constexpr block_prediction block_of_1000{32, 0, 125, 125, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
