// Traced kernels: what the steps of a kernel tell the trace. A kernel that is not traced has none
// of these steps.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"
#include "simt/launch_tree.hpp"
#include "simt/warp.hpp"
#include "trace/recorder.hpp"

namespace lockstep::simt {

struct traced_code {
  struct access {
    ptx::state_space space = ptx::state_space::generic;
    bool narrow_address = false;  // the address row holds 32-bit values
    std::uint32_t bytes = 4;      // of all elements
  };
  std::vector<trace::instruction> instructions;  // by instruction
  std::vector<access> accesses;                  // by step::extra of `trace_access`
};

// A grid as the trace is told of it.
trace::grid traced_grid(const child_grid& grid, const kernel_facts& facts);
// The block `index` of the grid begins: follows those of its warps that are to be traced.
void follow(block& b, std::uint64_t index);

namespace control {
// At the head of an instruction; a: the guard's predicate row, immediate: all ones if it is
// negated, extra: 1 if there is a guard.
const step* trace_head(warp& w, const step* s);
// Before an access; a, immediate: as the access has them.
const step* trace_access(warp& w, const step* s);
// Before brx.idx; a: its index row.
const step* trace_scatter(warp& w, const step* s);
// Behind a barrier of the block.
const step* trace_leave(warp& w, const step* s);
}  // namespace control

}  // namespace lockstep::simt
