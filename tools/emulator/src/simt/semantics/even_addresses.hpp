// Whether the lanes of a warp access memory in even steps: side by side, or all at one place.
#pragma once

#include <cstdint>

#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

using narrow_addresses = std::uint32_t __attribute__((vector_size(64)));
using wide_addresses = std::uint64_t __attribute__((vector_size(64)));

// address[lane] == base + lane * by, for these lanes. By: a power of two, or 0.
template <class A>
inline __attribute__((always_inline)) bool are_even(const A* address, lane_mask lanes, A base,
                                                    std::uint32_t by) {
#if defined(__AVX512F__)
  constexpr unsigned together = 64 / sizeof(A);
  using addresses = std::conditional_t<sizeof(A) == 4, narrow_addresses, wide_addresses>;
  addresses numbers;
  for (unsigned i = 0; i < together; ++i) numbers[i] = i;
  const addresses expected = numbers * by + base;
  lane_mask uneven = 0;
#pragma GCC unroll 4
  for (unsigned lane = 0; lane < lanes_per_warp; lane += together) {
    addresses here;
    std::memcpy(&here, address + lane, sizeof here);
    const auto apart = reinterpret_cast<__m512i>(here ^ (expected + static_cast<A>(lane * by)));
    if constexpr (sizeof(A) == 4)
      uneven |= lane_mask{_mm512_test_epi32_mask(apart, apart)} << lane;
    else
      uneven |= lane_mask{_mm512_test_epi64_mask(apart, apart)} << lane;
  }
  return (uneven & lanes) == 0;
#else
  A uneven = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    const A apart = address[lane] ^ static_cast<A>(base + lane * by);
    uneven |= (lanes >> lane & 1) != 0 ? apart : 0;
  }
  return uneven == 0;
#endif
}

// How the addresses of sixteen lanes follow each other: all at one place, side by side by elements
// of `bytes`, or neither.
constexpr unsigned half_warp = lanes_per_warp / 2;
enum class half_steps { uneven, none, by_one };

template <class A>
inline __attribute__((always_inline)) half_steps steps_of_half(const A* address,
                                                               std::uint32_t bytes) {
  const A step = address[1] - address[0];
  if (step != 0 && step != bytes) return half_steps::uneven;
#if defined(__AVX512F__)
  constexpr unsigned together = 64 / sizeof(A);
  using addresses = std::conditional_t<sizeof(A) == 4, narrow_addresses, wide_addresses>;
  addresses numbers;
  for (unsigned i = 0; i < together; ++i) numbers[i] = i;
  const addresses expected = numbers * step + address[0];
  unsigned uneven = 0;
#pragma GCC unroll 2
  for (unsigned lane = 0; lane < half_warp; lane += together) {
    addresses here;
    std::memcpy(&here, address + lane, sizeof here);
    const auto apart = reinterpret_cast<__m512i>(here ^ (expected + static_cast<A>(lane * step)));
    if constexpr (sizeof(A) == 4)
      uneven |= _mm512_test_epi32_mask(apart, apart);
    else
      uneven |= _mm512_test_epi64_mask(apart, apart);
  }
#else
  A uneven = 0;
  for (unsigned lane = 0; lane < half_warp; ++lane)
    uneven |= address[lane] ^ static_cast<A>(address[0] + lane * step);
#endif
  if (uneven != 0) return half_steps::uneven;
  return step == 0 ? half_steps::none : half_steps::by_one;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
