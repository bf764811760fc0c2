// Loops over the lanes of a warp.
//
// This folder is compiled once per instruction set (LOCKSTEP_ISA names the namespace), and the
// engine picks one when it starts. Rows are either the same or do not overlap, hence `ivdep`.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

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

// One bit per lane from one byte per lane, 0 or 0xff.
inline __attribute__((always_inline)) lane_mask bits_of_bytes(const std::uint8_t* bytes) {
#if defined(__AVX2__)
  return static_cast<lane_mask>(
      _mm256_movemask_epi8(_mm256_load_si256(reinterpret_cast<const __m256i*>(bytes))));
#elif defined(__SSE2__)
  const auto half = [&](unsigned at) {
    return static_cast<lane_mask>(
        _mm_movemask_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes + at))));
  };
  return half(0) | half(16) << 16;
#else
  lane_mask result = 0;
  for (unsigned lane = 0; lane < lane_count; ++lane)
    result |= static_cast<lane_mask>(bytes[lane] & 1) << lane;
  return result;
#endif
}

// The lanes of a full warp for which `value` holds, as a mask; lanes that are not active are
// computed too and must be ignored.
template <class F>
inline __attribute__((always_inline)) lane_mask collect(F value) {
  alignas(32) std::uint8_t holds[lane_count];
  for (unsigned lane = 0; lane < lane_count; ++lane)
    holds[lane] = static_cast<std::uint8_t>(value(lane) ? 0xff : 0);
  return bits_of_bytes(holds);
}

// True if all elements of a row are the same.
template <class T>
inline bool uniform(const T* row) {
  T differs = 0;
  for (unsigned lane = 0; lane < lane_count; ++lane)
    differs = static_cast<T>(differs | (row[lane] ^ row[0]));
  return differs == 0;
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
