// Other warps and blocks go first, or the warp splits, in the orders that are not natural.
#pragma once

#include "simt/state/warp.hpp"

namespace lockstep::simt::control {

// Stands before accesses to memory in code that is lowered for these orders: lets other warps and
// blocks go first, or splits the warp, by chance.
const step* interleave(warp& w, const step* s);

}  // namespace lockstep::simt::control
