// Lanes that take part in one warp-wide operation from different positions in the code.
#pragma once

#include <vector>

#include "simt/state/warp.hpp"

namespace lockstep::simt {

struct arrival {
  const step* at;  // the step that waits; the next one does the work
  lane_mask lanes;
};

// All lanes of `arrivals`, whose operations are of one kind, exchange with each other (PTX ISA
// 9.7.9.6, 9.7.13: a thread waits until all threads of its mask have executed the instruction with
// the same qualifiers and the same mask, wherever that is).
void exchange(warp& w, const std::vector<arrival>& arrivals);

// Whether the operation that waits at this step is of that kind. Others (those on matrices) each of
// their places does by itself.
bool is_exchange(const warp& w, const step* at);

}  // namespace lockstep::simt
