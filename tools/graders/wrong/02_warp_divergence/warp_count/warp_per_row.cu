// fails: results: 40 x 2 x 1: warps: predicted 4, measured 3
// Every row of the block begins a warp of its own.
#include "02_warp_divergence/warp_count.hpp"

constexpr warp_prediction predictions[] = {
    //                warps, idle lanes
    /*   64 x  1 x 1 */ {2, 0},
    /*   80 x  1 x 1 */ {3, 16},
    /*    1 x  1 x 1 */ {1, 31},
    /*   33 x  1 x 1 */ {2, 31},
    /*   40 x  2 x 1 */ {4, 48},
    /*   16 x 16 x 1 */ {16, 256},
    /*   31 x 31 x 1 */ {31, 31},
    /*    1 x 64 x 1 */ {64, 1984},
    /*    5 x  5 x 5 */ {25, 675},
    /*    4 x  4 x 3 */ {12, 336},
    /* 1000 x  1 x 1 */ {32, 24},
};
