// fails: results: blocks of 1023: sectors of block 1: predicted 129, measured 160
// The block as a whole lies across one sector more; but each of its warps asks for itself.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 1, 128, 129, 64};
constexpr block_prediction block_of_1000{32, 24, 125, 125, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
