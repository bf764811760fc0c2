// The counters of a launch, their names in records (docs/interfaces.md), and their sums. What each
// one counts is said in observe_abi.h.
#pragma once

#include <lockstep/protocol/observe_abi.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace lockstep {

using counters = lockstep_counters;

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
    COUNTER(tensor_instructions),
};
#undef COUNTER
static_assert(sizeof(counters) == std::size(counter_names) * sizeof(std::uint64_t));

// Counter by counter.
inline counters& operator+=(counters& sum, const counters& more) {
  for (const auto& known : counter_names) sum.*known.second += more.*known.second;
  return sum;
}
inline counters operator+(counters a, const counters& b) { return a += b; }

// What the instructions of one source line counted in a launch.
struct line_counters {
  std::string file;
  std::uint32_t line = 0;
  std::uint64_t warp_instructions = 0, thread_instructions = 0, branches = 0,
                divergent_branches = 0;
  std::uint64_t global_load_requests = 0, global_load_sectors = 0, global_store_requests = 0,
                global_store_sectors = 0;
  std::uint64_t shared_requests = 0, shared_conflicts = 0;  // loads and stores together
};

#define COUNTER(name) \
  { #name, &line_counters::name }
inline constexpr std::pair<const char*, std::uint64_t line_counters::*> line_counter_names[] = {
    COUNTER(warp_instructions),     COUNTER(thread_instructions),  COUNTER(branches),
    COUNTER(divergent_branches),    COUNTER(global_load_requests), COUNTER(global_load_sectors),
    COUNTER(global_store_requests), COUNTER(global_store_sectors), COUNTER(shared_requests),
    COUNTER(shared_conflicts),
};
#undef COUNTER

}  // namespace lockstep
