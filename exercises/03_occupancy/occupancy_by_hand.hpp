// What the answer to 03_occupancy/occupancy_by_hand defines.
#pragma once

#include "../../chapters/03_occupancy/limits.hpp"  // sm_limits: what an SM has room for

// How many blocks of a kernel an SM holds at once; 0 if not even one fits.
//
//   threads    of a block: 1 to 1024
//   registers  of a thread: 1 to sm.registers_per_thread
//   shared     bytes of a block: 0 or more, perhaps more than a block may have
int blocks_per_sm(const sm_limits& sm, int threads, int registers, int shared);

// Warps resident on an SM as a share of those that it has room for: from 0 to 1.
double occupancy(const sm_limits& sm, int threads, int registers, int shared);
