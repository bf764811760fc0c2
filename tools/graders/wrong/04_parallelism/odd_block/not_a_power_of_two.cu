// fails: results: blocks of 1000: sectors of block 1: predicted 160, measured 125
// 1000 is a multiple of 8, and blocks of it begin at sectors.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 1, 128, 160, 64};
constexpr block_prediction block_of_1000{32, 24, 125, 160, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
