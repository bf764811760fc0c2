// fails: results: blocks of 1023: sectors of block 0: predicted 160, measured 128
// Block 0 begins at a sector, whatever its size.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 1, 160, 160, 64};
constexpr block_prediction block_of_1000{32, 24, 125, 125, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
