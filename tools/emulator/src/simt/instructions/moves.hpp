// Moves that are no plain copies of a row.
#pragma once

#include "simt/state/warp.hpp"

namespace lockstep::simt {

const step* move_predicate(warp& w, const step* s);  // d = a, negated if immediate says so
// mov.b64 d, {a, b}: rows in code::row_lists[extra], immediate bytes each; c: bytes of the whole.
// The other way round, step::a is the whole.
action vector_move(bool packs, unsigned part, unsigned whole);
// isspacep: d = a lies in the window that begins at immediate; 0: in global memory. extra: 1 if in
// the block's own part of the window.
const step* is_in_space(warp& w, const step* s);

}  // namespace lockstep::simt
