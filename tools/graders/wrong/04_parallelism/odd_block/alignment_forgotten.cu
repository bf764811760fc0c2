// fails: results: blocks of 1023: sectors of block 1: predicted 128, measured 160
// 4 sectors for each warp, wherever the block begins.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 1, 128, 128, 64};
constexpr block_prediction block_of_1000{32, 24, 125, 125, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
