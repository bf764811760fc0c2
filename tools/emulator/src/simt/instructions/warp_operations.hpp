// Exchanges between the lanes of a warp: shfl, vote, match, redux (PTX ISA 9.7.9.6, 9.7.13.9
// to 9.7.13.12). The mask is row c. Each is the work of a `control::together` step.
#pragma once

#include "ptx/program.hpp"
#include "simt/state/code.hpp"

namespace lockstep::simt {

// The pair of actions for such an instruction: the first waits for the lanes, the second does the
// work alone. {nullptr, nullptr}: unknown form.
//   shfl:  d, a value, b lane or delta, immediate: row of the clamp operand; extra: predicate row
//   or no_predicate vote:  d, a predicate row; immediate all ones if it is negated match: d, a
//   value; extra: predicate row (match.all) or no_predicate redux: d, a value
warp_actions warp_operation(const ptx::decoded& i);

}  // namespace lockstep::simt
