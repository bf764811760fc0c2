// fails: results: 64 x 1 x 1: idle lanes: predicted 32, measured 0
// Counts the lanes of the last warp that have a thread.
#include "02_warp_divergence/warp_count.hpp"

constexpr warp_prediction predictions[] = {
    //                warps, idle lanes
    /*   64 x  1 x 1 */ {2, 32},
    /*   80 x  1 x 1 */ {3, 16},
    /*    1 x  1 x 1 */ {1, 1},
    /*   33 x  1 x 1 */ {2, 1},
    /*   40 x  2 x 1 */ {3, 16},
    /*   16 x 16 x 1 */ {8, 32},
    /*   31 x 31 x 1 */ {31, 1},
    /*    1 x 64 x 1 */ {2, 32},
    /*    5 x  5 x 5 */ {4, 29},
    /*    4 x  4 x 3 */ {2, 16},
    /* 1000 x  1 x 1 */ {32, 8},
};
