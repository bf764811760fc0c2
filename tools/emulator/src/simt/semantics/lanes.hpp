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

#include "simt/state/warp.hpp"

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
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) out[lane] = value(lane);
    return;
  }
  const lane_mask active = w.active;
#pragma GCC ivdep
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    const D v = value(lane);
    out[lane] = (active >> lane & 1) != 0 ? v : out[lane];
  }
}

// One bit per lane from one element per lane, all of whose bits are the same.
template <class M>
inline __attribute__((always_inline)) lane_mask mask_of(const M* lanes) {
  lane_mask result = 0;
#if defined(__AVX512F__)
  if constexpr (sizeof(M) == 8) {
    for (unsigned at = 0; at < lanes_per_warp; at += 8)
      result |= static_cast<lane_mask>(_mm512_movepi64_mask(_mm512_load_si512(lanes + at))) << at;
  } else if constexpr (sizeof(M) == 4) {
    for (unsigned at = 0; at < lanes_per_warp; at += 16)
      result |= static_cast<lane_mask>(_mm512_movepi32_mask(_mm512_load_si512(lanes + at))) << at;
  } else {
    result = _mm256_movepi8_mask(_mm256_load_si256(reinterpret_cast<const __m256i*>(lanes)));
  }
#elif defined(__AVX2__)
  constexpr unsigned each = 32 / sizeof(M);
  for (unsigned at = 0; at < lanes_per_warp; at += each) {
    const __m256i part = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes + at));
    int bits;
    if constexpr (sizeof(M) == 8)
      bits = _mm256_movemask_pd(_mm256_castsi256_pd(part));
    else if constexpr (sizeof(M) == 4)
      bits = _mm256_movemask_ps(_mm256_castsi256_ps(part));
    else
      bits = _mm256_movemask_epi8(part);
    result |= static_cast<lane_mask>(bits) << at;
  }
#elif defined(__SSE2__)
  constexpr unsigned each = 16 / sizeof(M);
  for (unsigned at = 0; at < lanes_per_warp; at += each) {
    const __m128i part = _mm_load_si128(reinterpret_cast<const __m128i*>(lanes + at));
    int bits;
    if constexpr (sizeof(M) == 8)
      bits = _mm_movemask_pd(_mm_castsi128_pd(part));
    else if constexpr (sizeof(M) == 4)
      bits = _mm_movemask_ps(_mm_castsi128_ps(part));
    else
      bits = _mm_movemask_epi8(part);
    result |= static_cast<lane_mask>(bits) << at;
  }
#else
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    result |= static_cast<lane_mask>(lanes[lane] & 1) << lane;
#endif
  return result;
}

// The lanes of a full warp for which `value` holds, as a mask; lanes that are not active are
// computed too and must be ignored. T: what is compared (masks of its size are cheapest).
template <class T, class F>
inline __attribute__((always_inline)) lane_mask collect(F value) {
  using mask = std::conditional_t<sizeof(T) == 8, std::int64_t,
                                  std::conditional_t<sizeof(T) == 4, std::int32_t, std::int8_t>>;
  alignas(64) mask holds[lanes_per_warp];
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    holds[lane] = static_cast<mask>(value(lane) ? -1 : 0);
  return mask_of(holds);
}

// True if all elements of a row are the same.
template <class T>
inline bool uniform(const T* row) {
  T differs = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    differs = static_cast<T>(differs | (row[lane] ^ row[0]));
  return differs == 0;
}

// Calls f(lane) for each active lane, lowest first.
template <class F>
inline __attribute__((always_inline)) void each(lane_mask active, F f) {
  for (; active != 0; active &= active - 1) f(static_cast<unsigned>(__builtin_ctz(active)));
}

// The same for stores of `Bytes` bytes each: the last of several lanes that store to one place is
// the one whose value stays.
template <std::uint32_t Bytes, class F>
inline __attribute__((always_inline)) void each_as_stored(lane_mask active, F f) {
  protocol::for_lanes_as_stored(active, Bytes, f);
}

inline void set_predicate(warp& w, std::uint32_t d, lane_mask value) {
  lane_mask& p = predicate(w, d);
  p = (p & ~w.active) | (value & w.active);
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
