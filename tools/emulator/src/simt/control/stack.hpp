// What threads take of local memory as they run: alloca, stacksave, stackrestore (PTX ISA 9.7.17).
// It grows downwards from the end of local memory, each thread's for itself; the variables of
// functions grow upwards.
#pragma once

#include "simt/state/warp.hpp"

namespace lockstep::simt {

namespace control {

// T: the type of addresses.
template <class T>
const step* allocate_stack(warp& w, const step* s);  // d: address, a: bytes, immediate: alignment
template <class T>
const step* save_stack(warp& w, const step* s);  // d
template <class T>
const step* restore_stack(warp& w, const step* s);  // a: what save_stack gave

}  // namespace control

// Gives all back, of a warp whose block has ended.
void empty_stack(warp& w);
// The lanes give back what they have taken since their stacks were as `tops`.
void return_stack(warp& w, const stack_tops& tops, lane_mask lanes);
// A call by the running split, whose variables would end at `end`, meets what a lane has taken.
bool overlaps_stack(const warp& w, std::uint64_t end);

}  // namespace lockstep::simt
