// fails: results: blocks of 1023: warps: predicted 31, measured 32
// Warps are rounded down, and the rest of the threads forgotten.
#include "04_parallelism/odd_block.hpp"

constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{31, 1, 128, 160, 64};
constexpr block_prediction block_of_1000{31, 24, 125, 125, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
