// Actions for control flow, barriers and everything that knows the warp as a whole. What each
// expects in a step stands beside it.
#pragma once

#include "simt/state/warp.hpp"

namespace lockstep::simt::control {

// -- Positions. Blocks at which paths join begin with `join`; a counted kernel's blocks then begin
// with `count`.
// Falls into the next step, unless another split should run first.
const step* join(warp& w, const step* s);
// Counts an execution of the basic block whose first instruction is step::instruction.
const step* count(warp& w, const step* s);
// target: the block that follows in the source; no instruction of the program.
const step* go_to(warp& w, const step* s);
const step* end_of_prologue(warp& w, const step* s);

// Whether an endless loop begins at `at` that does nothing: what is left of a wait for a plain
// variable, which the compiler reads once.
bool is_empty_loop(const step* at);

// -- Branches: target, fall_through; a: predicate row; immediate: all ones if the guard is negated.
const step* jump(warp& w, const step* s);
const step* branch(warp& w, const step* s);
const step* branch_counted(warp& w, const step* s);
const step* branch_indexed(warp& w, const step* s);  // brx.idx: a index row, extra: jump table
const step* exit(warp& w, const step* s);            // ret of a kernel, exit
const step* return_from(warp& w, const step* s);     // ret of a function
const step* trap(warp& w, const step* s);

// -- Guards of other instructions: `guard` narrows the active lanes (a, immediate as above) or
// skips to target; `unguard` gives them back (d: a predicate row of its own that keeps them).
const step* guard(warp& w, const step* s);
// Of instructions that end a block: the other lanes become a split at target.
const step* guard_split(warp& w, const step* s);
const step* unguard(warp& w, const step* s);

// -- Calls: target function's first step; extra: code::calls.
const step* call(warp& w, const step* s);
const step* call_indirect(warp& w, const step* s);  // a: address row; one target at a time
// Parameters: kernel's (immediate offset, from the launch), a call's (immediate offset in the
// parameter area). extra packs the access: see access_size.
const step* load_kernel_parameter(warp& w, const step* s);
const step* load_call_parameter(warp& w, const step* s);
const step* store_call_parameter(warp& w, const step* s);
// d (8 bytes) = the offset in the local window of the function's local variable at immediate.
const step* local_address(warp& w, const step* s);

// How a parameter access's bytes sit in its register's row.
struct access_size {
  std::uint8_t bytes, register_bytes;
  bool sign, indexed;  // indexed: row a (8 bytes) is added to the offset
  std::uint32_t pack() const {
    return bytes | static_cast<std::uint32_t>(register_bytes) << 8 |
           static_cast<std::uint32_t>(sign) << 16 | static_cast<std::uint32_t>(indexed) << 17;
  }
  static access_size unpack(std::uint32_t x) {
    return {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(x >> 8), (x >> 16 & 1) != 0,
            (x >> 17 & 1) != 0};
  }
};

// -- Barriers: a barrier number row or immediate's low half, see block_barrier_form.
const step* block_barrier(warp& w, const step* s);
const step* sync_all(warp& w, const step* s);  // of all threads; immediate: the number
struct block_barrier_form {                    // packed into immediate
  bool wait = true, has_count = false,
       negate = false;  // a: number row; b: count row; c: predicate row of bar.red
  std::uint64_t pack() const {
    return std::uint64_t{wait} | std::uint64_t{has_count} << 1 | std::uint64_t{negate} << 2;
  }
};

// -- Warp-wide operations come in two steps: the first sees that all lanes of the mask (row c) are
// there, and if so does the work and goes on behind the second; if not, it waits, and the second
// does the work when they have come.
const step* warp_barrier(warp& w, const step* s);
template <action Work>
const step* together(warp& w, const step* s);
const step* rendezvous(warp& w, const step* s, action work);

// Of checked kernels: in place of the first step, whose second stands behind it as ever.
const step* gather(warp& w, const step* s);

const step* active_mask(warp& w, const step* s);  // d
const step* fence(warp& w, const step* s);
const step* give_way(warp& w, const step* s);  // nanosleep: others first, at the next jump back
const step* cluster_arrive(warp& w, const step* s);  // immediate: 1 if it releases nothing
const step* cluster_wait(warp& w, const step* s);
const step* clock32(warp& w, const step* s);  // d: nanoseconds of the host
const step* clock64(warp& w, const step* s);
// After a load or an atomic operation that may ask whether another thread has done something:
// a: what it found.
template <class T>
const step* poll(warp& w, const step* s);

template <action Work>
const step* together(warp& w, const step* s) {
  // The usual case: the whole warp, and each lane names all.
  const auto* wanted = row<lane_mask>(w, s->c);
  lane_mask named = w.active;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) named &= wanted[lane];
  if (named != all_lanes) return rendezvous(w, s, Work);
  return Work(w, s) + 1;
}

}  // namespace lockstep::simt::control
