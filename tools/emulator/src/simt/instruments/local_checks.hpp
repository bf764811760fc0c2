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
// The system has written there.
void write_local(const warp& w, unsigned lane, std::uint64_t offset, std::uint32_t bytes);

}  // namespace lockstep::simt
