// What lanes do that have read what is no memory: what depends on the zero that they got there is
// no cause of its own.
#pragma once

#include <cstdint>

#include "simt/state/misled_lanes.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// Lanes have got a zero at an instruction.
void note_misled(const warp& w, std::uint32_t instruction, lane_mask lanes);
// The lanes for which the instruction, or its address, depends on such a value.
lane_mask misled_at(const warp& w, std::uint32_t instruction);
// Some thread of the block may have gone another way.
bool is_misled(const block& b);
// What such threads have not written, in the block's shared memory or in global memory, others may
// miss.
bool lacks_writes(const block& b, bool shared);
// A block begins.
void forget_misled(const block& b);

// Checked kernels: of the active lanes those whose access is to be looked at. Of the others, what
// they write counts as written. at: their addresses; extra of the step: the access.
lane_mask believed(warp& w, const step* s, const std::uint64_t* at);

}  // namespace lockstep::simt
