// Initcheck: values that nobody has written, from where a thread loads them to where one is used.
//
// A use is an address, a condition, an operand of an atomic operation or of a vote, and a store to
// global memory. Arithmetic, selection, shuffles, calls and stores to shared or local memory carry
// such values on.
//
// Nothing of this is done until a load meets one. Then the steps of the kernel's code get the step
// below in their place, for the rest of the launch.
#pragma once

#include <vector>

#include "checks/record.hpp"
#include "simt/state/checked_block.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt {

namespace instruments {
// In place of a step; does that step, too.
const step* follow_unwritten(warp& w, const step* s);
}  // namespace instruments

// A grid begins, a block begins.
void begin_unwritten(const running_launch& launch);
void begin_unwritten(block& b);
// A lane loads element `element` of an access from memory that nobody has written, at this address
// or offset. A finding, if the load is not followed.
void load_unwritten(warp& w, const observed_access& access, protocol::memory_space space,
                    unsigned lane, std::uint64_t address, std::size_t element);
// An asynchronous copy by a lane, at `site`, puts such bytes of global memory into shared memory.
void copy_unwritten(warp& w, std::uint32_t site, unsigned lane, std::uint64_t from,
                    std::uint32_t bytes, block& to, std::uint64_t offset);
// A lane's access to shared memory by an instruction of its own kind.
void access_unwritten(warp& w, const step* s, unsigned lane, block& of, std::uint64_t offset,
                      std::uint32_t bytes, checks::action what);
// The system has written there.
void forget_unwritten_local(const warp& w, unsigned lane, std::uint64_t offset,
                            std::uint32_t bytes);

// What the registers of a warp hold, to be put back; empty: nothing.
std::vector<unwritten_values::held> unwritten_of(const warp& w);
void put_back_unwritten(warp& w, const std::vector<unwritten_values::held>& values);

inline unwritten_values::held* unwritten_registers(const warp& w) {
  const struct code& code = *w.on->launch->code;
  return w.block->checked->unwritten.values.data() +
         std::size_t{w.number} * (code.checked->registers + code.parameter_area_bytes);
}

// `source_of(lane)`: the lane from which it gets its value. Both are registers.
template <class F>
void shuffle_unwritten(warp& w, std::uint32_t from, std::uint32_t to, F source_of) {
  if (to == followed_register::none) return;
  unwritten_values::held* const values = unwritten_registers(w);
  unwritten_values::held given;
  if (from != followed_register::none) given = values[from];
  lane_mask lanes = 0;
  if ((given.lanes & w.active) != 0)
    for_lanes(w.active, [&](unsigned lane) {
      lanes |= (given.lanes & w.active) >> source_of(lane) % lanes_per_warp << lane & 1u << lane;
    });
  values[to].lanes = (values[to].lanes & ~w.active) | lanes;
  if (lanes != 0) values[to].source = given.source;
}

}  // namespace lockstep::simt
