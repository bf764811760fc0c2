// The counters' names in records: docs/interfaces.md.
#pragma once

#include <cstdint>
#include <iterator>
#include <utility>

#include "lockstep/observe_abi.h"
#include "metrics/counters.hpp"

namespace lockstep::metrics {

#define COUNTER(name) \
  { #name, &lockstep_counters::name }
inline constexpr std::pair<const char*, std::uint64_t lockstep_counters::*> counter_names[] = {
    COUNTER(warps),
    COUNTER(warp_instructions),
    COUNTER(thread_instructions),
    COUNTER(branches),
    COUNTER(divergent_branches),
    COUNTER(branch_targets),
    COUNTER(divergent_branch_targets),
    COUNTER(global_load_requests),
    COUNTER(global_load_sectors),
    COUNTER(global_load_bytes),
    COUNTER(global_store_requests),
    COUNTER(global_store_sectors),
    COUNTER(global_store_bytes),
    COUNTER(local_load_requests),
    COUNTER(local_load_bytes),
    COUNTER(local_store_requests),
    COUNTER(local_store_bytes),
    COUNTER(shared_load_requests),
    COUNTER(shared_load_conflicts),
    COUNTER(shared_load_bytes),
    COUNTER(shared_store_requests),
    COUNTER(shared_store_conflicts),
    COUNTER(shared_store_bytes),
    COUNTER(barriers),
    COUNTER(atomics),
    COUNTER(global_load_data_bytes),
    COUNTER(global_store_data_bytes),
};
#undef COUNTER
static_assert(sizeof(lockstep_counters) == std::size(counter_names) * sizeof(std::uint64_t));

#define COUNTER(name) \
  { #name, &line_counts::name }
inline constexpr std::pair<const char*, std::uint64_t line_counts::*> line_counter_names[] = {
    COUNTER(warp_instructions),     COUNTER(thread_instructions),  COUNTER(branches),
    COUNTER(divergent_branches),    COUNTER(global_load_requests), COUNTER(global_load_sectors),
    COUNTER(global_store_requests), COUNTER(global_store_sectors), COUNTER(shared_requests),
    COUNTER(shared_conflicts),
};
#undef COUNTER

}  // namespace lockstep::metrics
