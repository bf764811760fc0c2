// Block-wide barriers: bar.sync, bar.arrive, bar.red (PTX ISA 9.7.13.1).
#pragma once

#include <cstdint>

#include "simt/state/warp.hpp"

namespace lockstep::simt {

// ---- Barriers (barrier.cpp) ----

// The running split arrives at barrier `id`. Returns what to run.
const step* arrive(warp& w, const step* s, unsigned id, std::uint32_t expected, bool waits,
                   lane_mask votes);
// The running split waits in `s` until barrier `id` is complete, without having arrived there now.
const step* wait_at(warp& w, const step* s, unsigned id);
// After threads have exited: barriers may be complete.
void recheck_barriers(block& b);

}  // namespace lockstep::simt
