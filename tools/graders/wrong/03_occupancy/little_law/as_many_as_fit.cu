// fails: results: C2050: memory_warps: predicted 48, measured 56
// What an SM has room for in place of what is needed.
#include "03_occupancy/little_law.hpp"

constexpr parallelism predictions[] = {
    /* C2050    */ {640, 20, 100436, 25109, 48},
    /* RTX 4070 */ {512, 16, 162909, 40727, 27.7},
    /* H200     */ {512, 16, 1638705, 409676, 64},
};
