// In which lanes the result of an instruction is made of values that are followed.
#pragma once

#include <cstring>

#include "simt/state/carried_values.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

// Lanes in which the operand holds this value: all bits clear, or all set.
inline lane_mask lanes_with(const warp& w, const followed_register& r, bool all_set) {
  if (!r.has_row || (r.bytes != 0 && r.negated)) return 0;
  if (r.bytes == 0) return predicate(w, r.row) ^ (all_set == r.negated ? all_lanes : 0);
  lane_mask found = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    std::uint64_t value = all_set ? ~std::uint64_t{0} : 0;
    const std::uint64_t wanted = value;
    std::memcpy(&value, w.rows + r.row + lane * r.bytes, r.bytes);
    found |= static_cast<lane_mask>(value == wanted) << lane;
  }
  return found;
}

// `lanes_of(register)`: the lanes in which an operand is such a value.
template <class F>
lane_mask carried_lanes(const warp& w, const carried_values& carried, F lanes_of) {
  using form = carried_values::form;
  lane_mask all = 0;
  for (const followed_register& r : carried.from) all |= lanes_of(r);
  if ((all & w.active) == 0 || carried.how == form::any) return all;
  if (carried.how == form::chosen) {
    const lane_mask by = lanes_with(w, carried.from[2], true);
    return lanes_of(carried.from[2]) | (lanes_of(carried.from[0]) & by) |
           (lanes_of(carried.from[1]) & ~by);
  }
  lane_mask settled = 0;
  for (const followed_register& r : carried.from)
    settled |= lanes_with(w, r, carried.how == form::any_set) & ~lanes_of(r);
  return all & ~settled;
}

}  // namespace lockstep::simt
