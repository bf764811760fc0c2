// Traced kernels: what the steps of a kernel report to the trace. A kernel that is not traced has
// none of these steps.
#pragma once

#include <cstdint>

#include "simt/state/traced_code.hpp"
#include "simt/state/warp.hpp"
#include "trace/recorder.hpp"

namespace lockstep::simt {

// The block `index` of the grid begins: follows those of its warps that are to be traced.
void follow(block& b, std::uint64_t index);

namespace instruments {
// At the head of an instruction; a: the guard's predicate row, immediate: all ones if it is
// negated, extra: 1 if there is a guard.
const step* trace_head(warp& w, const step* s);
// Before an access; a, immediate: as the access has them.
const step* trace_access(warp& w, const step* s);
// Behind a load, or an atomic operation that gives the old value; extra: where it is.
const step* trace_loaded(warp& w, const step* s);
// Behind a shuffle or a reduction of the warp; extra: where its values are.
const step* trace_exchange(warp& w, const step* s);
// Before brx.idx; a: its index row.
const step* trace_scatter(warp& w, const step* s);
// Behind a barrier of the block.
const step* trace_leave(warp& w, const step* s);
}  // namespace instruments

}  // namespace lockstep::simt
