// fails: results: C2050: operations: predicted 8960, measured 640
// Operations and warps of all SMs, where one SM is asked for.
#include "03_occupancy/little_law.hpp"

constexpr parallelism predictions[] = {
    /* C2050    */ {8960, 280, 100436, 25109, 56},
    /* RTX 4070 */ {23552, 736, 162909, 40727, 27.7},
    /* H200     */ {67584, 2112, 1638705, 409676, 97},
};
