// fails: results: 80 x 1 x 1: warps: predicted 2, measured 3
// The threads that do not fill a warp are forgotten.
#include "02_warp_divergence/warp_count.hpp"

constexpr warp_prediction predictions[] = {
    //                warps, idle lanes
    /*   64 x  1 x 1 */ {2, 0},
    /*   80 x  1 x 1 */ {2, 0},
    /*    1 x  1 x 1 */ {0, 0},
    /*   33 x  1 x 1 */ {1, 0},
    /*   40 x  2 x 1 */ {2, 0},
    /*   16 x 16 x 1 */ {8, 0},
    /*   31 x 31 x 1 */ {30, 0},
    /*    1 x 64 x 1 */ {2, 0},
    /*    5 x  5 x 5 */ {3, 0},
    /*    4 x  4 x 3 */ {1, 0},
    /* 1000 x  1 x 1 */ {31, 0},
};
