// fails: results: C2050: memory_warps: predicted 785, measured 56
// The warps of all threads, not those of one SM.
#include "03_occupancy/little_law.hpp"

constexpr parallelism predictions[] = {
    /* C2050    */ {640, 20, 100436, 25109, 785},
    /* RTX 4070 */ {512, 16, 162909, 40727, 1273},
    /* H200     */ {512, 16, 1638705, 409676, 12802},
};
