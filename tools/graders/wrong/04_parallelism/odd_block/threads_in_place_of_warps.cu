// fails: results: blocks of 1023: resident warps: predicted 63, measured 64
// Resident threads are divided by 32; but places go to whole warps.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 1, 128, 160, 63};
constexpr block_prediction block_of_1000{32, 24, 125, 125, 62};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
