// fails: results: 40 x 2 x 1: warps: predicted 2, measured 3
// Only blockDim.x is divided by 32.
#include "02_warp_divergence/warp_count.hpp"

constexpr warp_prediction predictions[] = {
    //                warps, idle lanes
    /*   64 x  1 x 1 */ {2, 0},
    /*   80 x  1 x 1 */ {3, 16},
    /*    1 x  1 x 1 */ {1, 31},
    /*   33 x  1 x 1 */ {2, 31},
    /*   40 x  2 x 1 */ {2, 24},
    /*   16 x 16 x 1 */ {1, 16},
    /*   31 x 31 x 1 */ {1, 1},
    /*    1 x 64 x 1 */ {1, 31},
    /*    5 x  5 x 5 */ {1, 27},
    /*    4 x  4 x 3 */ {1, 28},
    /* 1000 x  1 x 1 */ {32, 24},
};
