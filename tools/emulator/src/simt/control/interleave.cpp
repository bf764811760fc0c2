#include "simt/control/interleave.hpp"

#include <utility>

#include "simt/control/schedule.hpp"

namespace lockstep::simt::control {
namespace {

// Of this many accesses one is an interruption, and of this many one splits the warp.
constexpr std::uint64_t interrupts_one_in = 8, splits_one_in = 8;

// Some of the lanes, not all of them.
lane_mask part_of(lane_mask active, order by, dice& chances) {
  if (by == order::shuffled) return active & static_cast<lane_mask>(chances.next());
  lane_mask lower = 0;
  for (unsigned left = lanes_in(active) / 2; left > 0; --left) {
    const lane_mask rest = active & ~lower;
    lower |= rest & (~rest + 1);
  }
  return lower;
}

const step* step_back(warp& w, const step* s) {
  w.others.add(s + 1, w.active, std::move(w.frame), w.turn);
  w.active = 0;
  return nullptr;  // runnable, but others first
}

}  // namespace

const step* interleave(warp& w, const step* s) {
  if (w.order == order::in_step) return step_back(w, s);
  dice& chances = w.on->chances;
  if (chances.below(splits_one_in) == 0) {
    const lane_mask later = part_of(w.active, w.order, chances);
    if (later != 0 && later != w.active) {
      put_aside(w, s + 1, later);
      w.active &= ~later;
    }
  }
  if (chances.below(interrupts_one_in) != 0) return s + 1;
  return step_back(w, s);
}

}  // namespace lockstep::simt::control
