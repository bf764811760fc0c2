// Loops over the lanes of a warp.
//
// This folder is compiled once per instruction set (LOCKSTEP_ISA names the namespace), and the
// engine picks one when it starts. Rows are either the same or do not overlap, hence `ivdep`.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simt/warp.hpp"

#ifndef LOCKSTEP_ISA
#define LOCKSTEP_ISA baseline
#endif

namespace lockstep::simt::LOCKSTEP_ISA {

// d[lane] = value(lane) for the active lanes.
template <class D, class F>
inline __attribute__((always_inline)) void write(warp& w, std::uint32_t d, F value) {
  D* out = row<D>(w, d);
  if (w.active == all_lanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < lane_count; ++lane) out[lane] = value(lane);
  } else {
    const lane_mask active = w.active;
#pragma GCC ivdep
    for (unsigned lane = 0; lane < lane_count; ++lane) {
      const D v = value(lane);
      out[lane] = (active >> lane & 1) != 0 ? v : out[lane];
    }
  }
}

// The lanes of a full warp for which `value` holds, as a mask; lanes that are not active are
// computed too and must be ignored.
template <class F>
inline __attribute__((always_inline)) lane_mask collect(F value) {
  lane_mask result = 0;
  for (unsigned lane = 0; lane < lane_count; ++lane)
    result |= static_cast<lane_mask>(value(lane)) << lane;
  return result;
}

// Calls f(lane) for each active lane, lowest first.
template <class F>
inline __attribute__((always_inline)) void each(lane_mask active, F f) {
  for (; active != 0; active &= active - 1) f(static_cast<unsigned>(__builtin_ctz(active)));
}

inline void set_predicate(warp& w, std::uint32_t d, lane_mask value) {
  lane_mask& p = predicate(w, d);
  p = (p & ~w.active) | (value & w.active);
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
