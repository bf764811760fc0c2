// What Nsight Compute's counter of branch targets (smsp__sass_branch_targets) makes of a PTX
// instruction.
//
// The counter sees machine code, where a branch is BRA or BRX. Three things follow, found by
// reading ptxas' code for sm_90 and confirmed by an H200 (docs/counters.md):
//  - A kernel's `ret` is an EXIT, which is no branch.
//  - In optimised code a branch to or around a lone `ret` is no branch either, but an EXIT under a
//    predicate.
//  - In code for a debugger (nvcc -G) `bra` is never predicated away, and `div.s32` and `rem.s32`
//    skip the case of a divisor of 0 by a branch of their own.
// Of optimised code the counter remains an estimate: ptxas also predicates short bodies, and the
// routines that it calls (64-bit division, the slow path of floating-point division) branch too.
#pragma once

#include <cstdint>

#include "ptx/program.hpp"

namespace lockstep::simt {

// Targets counted for one execution of `what`, an instruction of `in`. `debug`: the module was
// compiled for a debugger.
std::uint8_t branch_targets(const ptx::decoded& what, const ptx::decoded_function& in, bool debug);

// Whether the module's .target directive says so: "sm_90, debug".
bool is_for_debugger(const ptx::module& module);

}  // namespace lockstep::simt
