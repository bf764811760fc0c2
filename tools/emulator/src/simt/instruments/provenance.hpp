// Recorded kernels: what their steps report to the recorder of provenance. A kernel that is not
// recorded has none of these steps.
#pragma once

#include <cstdint>
#include <vector>

#include "provenance/recorder.hpp"
#include "simt/state/recorded_code.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// A block begins: no register holds anything.
void record_beginning(block& b);
// Active lanes hand on a parameter or a result of a call, from one offset to another.
void record_handing_on(const warp& w, std::uint32_t to, std::uint32_t from, std::uint32_t bytes);
// A lane copies from global memory to shared memory, if that is recorded: `taken` of the bytes; the
// rest becomes zero.
struct copied {
  std::uint64_t to, from;
  std::uint32_t bytes, taken;
};
void record_copy(warp& w, const step* s, unsigned lane, const copied& what);
// Lanes call a function that may be at work in them already: what its registers hold then is lost.
void record_recursion(warp& w, const step* call);

namespace instruments {
// Before an instruction that makes values; extra: its operation; a, immediate: the predicate that
// chooses and whether it is negated.
const step* record_values(warp& w, const step* s);
// Before an access; a, immediate: as the access has them; extra: which access.
const step* record_access(warp& w, const step* s);
// Behind an exchange between lanes; a, b: the rows of by and clamp; extra: which exchange.
const step* record_exchange(warp& w, const step* s);
// Behind an access to a parameter of a call; a, immediate: the row of offsets, if there is one, and
// the offset; extra: which parameter.
const step* record_parameter(warp& w, const step* s);
// Before an instruction under a condition; a, immediate: its predicate and whether it is negated.
const step* record_decision(warp& w, const step* s);
// Before an instruction whose effect is not recorded.
const step* record_gap(warp& w, const step* s);
}  // namespace instruments

}  // namespace lockstep::simt
