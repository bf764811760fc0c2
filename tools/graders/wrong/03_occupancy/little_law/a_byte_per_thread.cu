// fails: results: C2050: threads: predicted 100436, measured 25
// Forgets that each thread has 4 bytes under way.
#include "03_occupancy/little_law.hpp"

constexpr parallelism predictions[] = {
    /* C2050    */ {640, 20, 100436, 100436, 224},
    /* RTX 4070 */ {512, 16, 162909, 162909, 111},
    /* H200     */ {512, 16, 1638705, 1638705, 388},
};
