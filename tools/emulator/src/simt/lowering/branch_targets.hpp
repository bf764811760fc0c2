// What Nsight Compute's counter of branch targets (smsp__sass_branch_targets) makes of a PTX
// instruction.
//
// The counter sees machine code, where a branch is BRA, BRX, CALL or RET. What follows was found by
// reading ptxas' code for sm_90; docs/counters.md has what an H200 confirmed of it:
//  - A kernel's `ret` is an EXIT, which is no branch.
//  - In optimised code a branch to or around a lone `ret` is no branch either, but an EXIT under a
//    predicate.
//  - In code for a debugger (nvcc -G) `bra` is never predicated away, and `div.s32` and `rem.s32`
//    skip the case of a divisor of 0 by a branch of their own.
//  - A call is one, and so is the return of a function; with -G `ret` is two, a jump to the
//    function's end and the return. `__syncwarp` is such a function there.
//  - Division of 64-bit integers is a routine. With -G it is always called: two. Optimised code
//    first asks whether both numbers have 32 bits, and calls only if not: one at least.
//  - Rounded division, reciprocal and root of floating-point numbers ask whether the operands need
//    a routine: one at least. With -G a division has two; the others are not followed there.
// What branches in such a routine, or on the way to it, depends on the values and is not counted.
// Of optimised code the counter is an estimate for another reason too: ptxas predicates short
// bodies.
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
