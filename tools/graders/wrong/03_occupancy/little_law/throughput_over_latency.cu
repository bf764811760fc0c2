// fails: results: C2050: operations: predicted 1.60, measured 640
// Divides where the law multiplies.
#include "03_occupancy/little_law.hpp"

constexpr parallelism predictions[] = {
    /* C2050    */ {1.6, 0.05, 0.157, 0.0392, 0.0000876},
    /* RTX 4070 */ {32, 1, 0.255, 0.0636, 0.0000432},
    /* H200     */ {32, 1, 3.61, 0.902, 0.000214},
};
