// Lanes that take part in one warp-wide operation from different places of the code.
#pragma once

#include <vector>

#include "simt/warp.hpp"

namespace lockstep::simt {

struct place {
  const step* at;  // the step that waits; the next one does the work
  lane_mask lanes;
};

// All lanes of `places`, whose operations are of one kind, exchange with each other (PTX ISA
// 9.7.9.6, 9.7.13: a thread waits until all threads of its mask have executed the instruction with
// the same qualifiers and the same mask, wherever that is).
void exchange(warp& w, const std::vector<place>& places);

}  // namespace lockstep::simt
