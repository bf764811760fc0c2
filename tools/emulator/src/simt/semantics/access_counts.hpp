// What a load or store adds to the counters of its instruction.
#pragma once

#include <cstdint>

#include "metrics/access.hpp"
#include "simt/semantics/address.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

inline void add(metrics::access_counts& counts, const std::uint64_t* address, lane_mask active,
                std::uint32_t bytes, state_space space) {
  ++counts.requests;
  counts.bytes += std::uint64_t{bytes} * lanes_in(active);
  if (space == state_space::global) {
    counts.sectors += metrics::sectors(address, active, bytes);
    counts.data_bytes += std::uint64_t{bytes} * metrics::different_addresses(address, active);
  } else if (space == state_space::shared) {
    counts.conflicts += metrics::bank_conflicts(address, active, bytes);
  }
}

inline void add(metrics::access_counts& counts, const lane_addresses& a, lane_mask active,
                std::uint32_t bytes, state_space space) {
  if (!a.consecutive) return add(counts, a.at, active, bytes, space);
  ++counts.requests;
  counts.bytes += std::uint64_t{bytes} * lanes_per_warp;
  if (space == state_space::global) {
    counts.data_bytes += std::uint64_t{bytes} * lanes_per_warp;
    counts.sectors += (a.first + std::uint64_t{bytes} * lanes_per_warp - 1) / 32 - a.first / 32 + 1;
  }
}

template <state_space Space>
void count_access(warp& w, const step* s, const lane_addresses& a, std::uint32_t bytes) {
  metrics::instruction_counts& counts = w.counts[s->instruction];
  if constexpr (Space == state_space::global) add(counts.global, a, w.active, bytes, Space);
  if constexpr (Space == state_space::shared) add(counts.shared, a, w.active, bytes, Space);
  if constexpr (Space == state_space::generic) {
    lane_mask in_global = 0, in_shared = 0, in_local = 0;
    std::uint64_t offsets[lanes_per_warp];
    each(w.active, [&](unsigned i) {
      const state_space space = resolve(a.of(i, bytes), offsets[i]);
      (space == state_space::shared  ? in_shared
       : space == state_space::local ? in_local
                                     : in_global) |= 1u << i;
    });
    if (in_global != 0) add(counts.global, offsets, in_global, bytes, state_space::global);
    if (in_shared != 0) add(counts.shared, offsets, in_shared, bytes, state_space::shared);
    if (in_local != 0) add(counts.local, offsets, in_local, bytes, state_space::local);
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
