// fails: results: 1000 x 1 x 1: idle lanes: not answered yet
// The last answer is missing.
#include "02_warp_divergence/warp_count.hpp"

constexpr warp_prediction predictions[] = {
    //                warps, idle lanes
    /*   64 x  1 x 1 */ {2, 0},
    /*   80 x  1 x 1 */ {3, 16},
    /*    1 x  1 x 1 */ {1, 31},
    /*   33 x  1 x 1 */ {2, 31},
    /*   40 x  2 x 1 */ {3, 16},
    /*   16 x 16 x 1 */ {8, 0},
    /*   31 x 31 x 1 */ {31, 31},
    /*    1 x 64 x 1 */ {2, 0},
    /*    5 x  5 x 5 */ {4, 3},
    /*    4 x  4 x 3 */ {2, 16},
    /* 1000 x  1 x 1 */ {32, {}},
};
