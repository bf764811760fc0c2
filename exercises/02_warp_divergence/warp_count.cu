// Exercise 02_warp_divergence/warp_count: how many warps does a block have?
//
// A block is launched with each of the eleven shapes below (x * y * z threads). Predict how many
// warps it has, and how many lanes of these warps have no thread: they are idle from the beginning
// to the end, and cost what the others cost.
//
// Work with paper and pencil; what is launched is a kernel in which all threads do the same. The
// section `A warp is 32 threads` of chapters/02_warp_divergence/README.md has all that is needed.
//
// What is checked: each number, against a launch in which warps and active lanes are counted.
#include "02_warp_divergence/warp_count.hpp"

using lockstep::unanswered;

// TODO (11 lines): put a number in place of each `unanswered`.
constexpr warp_prediction predictions[] = {
    //                warps, idle lanes
    /*   64 x  1 x 1 */ {unanswered, unanswered},
    /*   80 x  1 x 1 */ {unanswered, unanswered},
    /*    1 x  1 x 1 */ {unanswered, unanswered},
    /*   33 x  1 x 1 */ {unanswered, unanswered},
    /*   40 x  2 x 1 */ {unanswered, unanswered},
    /*   16 x 16 x 1 */ {unanswered, unanswered},
    /*   31 x 31 x 1 */ {unanswered, unanswered},
    /*    1 x 64 x 1 */ {unanswered, unanswered},
    /*    5 x  5 x 5 */ {unanswered, unanswered},
    /*    4 x  4 x 3 */ {unanswered, unanswered},
    /* 1000 x  1 x 1 */ {unanswered, unanswered},
};
