// Shared memory as most kernels use it: each half-warp accesses words side by side, or reads one
// word. A row of a tile of 16 columns is such a half-warp, and so is what all its lanes multiply
// by.
#pragma once

#include "metrics/access.hpp"
#include "simt/semantics/address.hpp"
#include "simt/semantics/even_addresses.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

struct shared_half {
  half_steps steps;
  std::uint64_t offset;
  std::byte* at;  // of its first lane; what the half accesses lies in the block's own memory
};

// Nothing unless all is even, aligned and in range: then somebody else looks at each lane.
template <class M, class A>
inline __attribute__((always_inline)) bool find_half(const warp& w, const step* s, const A* address,
                                                     shared_half& out) {
  out.steps = steps_of_half(address, sizeof(M));
  if (out.steps == half_steps::uneven) return false;
  const std::uint64_t at = out.offset = sum(address[0], s->immediate);
  const std::uint64_t bytes = out.steps == half_steps::none ? sizeof(M) : half_warp * sizeof(M);
  out.at = w.shared + at;
  return (at & (sizeof(M) - 1)) == 0 && at <= w.shared_bytes && bytes <= w.shared_bytes - at;
}

// Whether counts of such an access follow from its halves. (Eight bytes go to half-warps in turn.)
template <class M>
constexpr bool counts_halves = sizeof(M) == 4;

inline void count_halves(warp& w, const step* s, const shared_half& low, const shared_half& high) {
  const auto words = [](const shared_half& half) {
    return metrics::words_of_half{half.offset / 4, half.steps == half_steps::none ? 1 : half_warp};
  };
  metrics::access_counts& counts = w.counts[s->instruction].shared;
  ++counts.requests;
  counts.bytes += 4 * lanes_per_warp;
  counts.conflicts += metrics::bank_conflicts(words(low), words(high));
}

template <class M, class A, bool Counting>
inline __attribute__((always_inline)) bool load_halves(warp& w, const step* s) {
  if (w.active != all_lanes) return false;
  const A* address = row<A>(w, s->a);
  shared_half low, high;
  if (!find_half<M>(w, s, address, low) || !find_half<M>(w, s, address + half_warp, high))
    return false;
  if constexpr (Counting) count_halves(w, s, low, high);
  M* d = row<M>(w, s->d);
  const auto load = [](M* to, const shared_half& half) {
    if (half.steps == half_steps::by_one) {
      __builtin_memcpy(to, half.at, half_warp * sizeof(M));
      return;
    }
    M value;
    __builtin_memcpy(&value, half.at, sizeof value);
    for (unsigned i = 0; i < half_warp; ++i) to[i] = value;
  };
  load(d, low);
  load(d + half_warp, high);
  return true;
}

template <class M, class A, bool Counting>
inline __attribute__((always_inline)) bool store_halves(warp& w, const step* s) {
  if (w.active != all_lanes) return false;
  const A* address = row<A>(w, s->a);
  shared_half low, high;
  if (!find_half<M>(w, s, address, low) || !find_half<M>(w, s, address + half_warp, high))
    return false;
  if (low.steps != half_steps::by_one || high.steps != half_steps::by_one) return false;
  if constexpr (Counting) count_halves(w, s, low, high);
  const M* b = row<M>(w, s->b);
  // Where the halves overlap, the value of the lowest lane stays.
  __builtin_memcpy(high.at, b + half_warp, half_warp * sizeof(M));
  __builtin_memcpy(low.at, b, half_warp * sizeof(M));
  return true;
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
