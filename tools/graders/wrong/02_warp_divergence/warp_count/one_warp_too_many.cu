// fails: results: 64 x 1 x 1: warps: predicted 3, measured 2
// threads / 32 + 1 is no rounding up.
#include "02_warp_divergence/warp_count.hpp"

constexpr warp_prediction predictions[] = {
    //                warps, idle lanes
    /*   64 x  1 x 1 */ {3, 32},
    /*   80 x  1 x 1 */ {3, 16},
    /*    1 x  1 x 1 */ {1, 31},
    /*   33 x  1 x 1 */ {2, 31},
    /*   40 x  2 x 1 */ {3, 16},
    /*   16 x 16 x 1 */ {9, 32},
    /*   31 x 31 x 1 */ {31, 31},
    /*    1 x 64 x 1 */ {3, 32},
    /*    5 x  5 x 5 */ {4, 3},
    /*    4 x  4 x 3 */ {2, 16},
    /* 1000 x  1 x 1 */ {32, 24},
};
