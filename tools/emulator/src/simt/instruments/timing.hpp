// Followed blocks: what their steps report to the model of time. Other blocks run code that has
// none of these steps.
#pragma once

#include "simt/state/warp.hpp"

namespace lockstep::simt::instruments {

// At the head of a basic block of the kernel; extra: its number.
const step* time_block(warp& w, const step* s);
// Before an access; a, immediate: as the access has them.
const step* time_access(warp& w, const step* s);

}  // namespace lockstep::simt::instruments
