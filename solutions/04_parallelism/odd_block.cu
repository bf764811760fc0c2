// Solution of 04_parallelism/odd_block
//
// 1023 threads are 32 warps as 1024 are: one lane in 1024 is idle, and that costs nothing to speak
// of. Nor does it cost occupancy: two blocks of 32 warps fill the SM either way. What it costs is
// the beginning of the blocks. Block 0 begins at a sector. Block 1 begins at element 1023, the last
// one of a sector; so each of its warps lies across 5 sectors in place of 4, a quarter more (the
// last one, of 31 lanes, as well). In turn the blocks begin at each of the 8 places of a sector.
//
// Blocks of 1000 threads have 24 idle lanes, but 1000 is a multiple of 8, and every block begins at
// a sector: 31 warps of 4 and one of 8 lanes, 1 sector. Blocks of 992 have whole warps, and nothing
// is wasted but 2 places for warps on the SM: 2 blocks of 31 are there.
#include "04_parallelism/odd_block.hpp"

//                                   warps, idle lanes, block 0, block 1, resident warps
constexpr block_prediction block_of_1024{32, 0, 128, 128, 64};
constexpr block_prediction block_of_1023{32, 1, 128, 160, 64};
constexpr block_prediction block_of_1000{32, 24, 125, 125, 64};
constexpr block_prediction block_of_992{31, 0, 124, 124, 62};
