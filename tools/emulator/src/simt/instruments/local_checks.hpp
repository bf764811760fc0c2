// Checked kernels: a thread's local memory, byte by byte. Only the variables of functions that run
// are anybody's; all else of it is out of bounds.
#pragma once

#include <cstdint>

#include "simt/instruments/checking.hpp"

namespace lockstep::simt {

// A function's local variables begin, and end. Nothing is done for a kernel that is not checked.
void begin_local(warp& w, std::uint32_t offset, std::uint32_t bytes, lane_mask mask);
void end_local(warp& w, std::uint32_t offset, std::uint32_t bytes, lane_mask mask);

// The lanes' accesses, `at` their offsets. Raises a fault if one is beyond all variables.
void look_at_local(warp& w, const step* s, const observed_access& access, const std::uint64_t* at,
                   lane_mask lanes);
// An unwritten value that is only copied may be stored to local memory again, and is unwritten
// there too. It counts as used only where it goes elsewhere. `look_at_local` notes such values. The
// first is for a load that may fill their registers again, the second for a store of theirs, of
// which the lanes `in_local` store to these offsets of local memory.
void forget_unwritten(warp& w, const observed_access& access, lane_mask lanes);
void pass_on_unwritten(warp& w, const observed_access& access, const std::uint64_t* at,
                       lane_mask lanes, lane_mask in_local);
namespace instruments {
// Before a selp; extra: index into checked_code::choices. An unwritten value that it takes counts
// as used.
const step* look_at_choice(warp& w, const step* s);
}  // namespace instruments
// The system has written there.
void write_local(const warp& w, unsigned lane, std::uint64_t offset, std::uint32_t bytes);

}  // namespace lockstep::simt
