#include "cudart/launch_record.hpp"

#include <nlohmann/json.hpp>

namespace lockstep::cudart {
namespace {

using nlohmann::ordered_json;

#define COUNTER(name) \
  { #name, &lockstep_counters::name }
constexpr std::pair<const char*, std::uint64_t lockstep_counters::*> COUNTERS[] = {
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
};
#undef COUNTER
static_assert(sizeof(lockstep_counters) == std::size(COUNTERS) * sizeof(std::uint64_t));

#define COUNTER(name) \
  { #name, &simt::line_counters::name }
constexpr std::pair<const char*, std::uint64_t simt::line_counters::*> LINE_COUNTERS[] = {
    COUNTER(warp_instructions),     COUNTER(thread_instructions),  COUNTER(branches),
    COUNTER(divergent_branches),    COUNTER(global_load_requests), COUNTER(global_load_sectors),
    COUNTER(global_store_requests), COUNTER(global_store_sectors), COUNTER(shared_requests),
    COUNTER(shared_conflicts),
};
#undef COUNTER

// null where there is nothing to divide by: the value does not exist.
ordered_json ratio(double numerator, std::uint64_t denominator) {
  return denominator == 0 ? ordered_json()
                          : ordered_json(numerator / static_cast<double>(denominator));
}

ordered_json percent(std::uint64_t part, std::uint64_t whole) {
  return ratio(100.0 * static_cast<double>(part), whole);
}

ordered_json derived(const lockstep_counters& c) {
  constexpr std::uint64_t SECTOR = 32;  // bytes
  return {
      {"branch_efficiency",
       percent(c.branch_targets - c.divergent_branch_targets, c.branch_targets)},
      {"instructions_per_warp", ratio(static_cast<double>(c.warp_instructions), c.warps)},
      {"active_lanes_per_instruction",
       ratio(static_cast<double>(c.thread_instructions), c.warp_instructions)},
      {"global_load_efficiency", percent(c.global_load_bytes, SECTOR * c.global_load_sectors)},
      {"global_store_efficiency", percent(c.global_store_bytes, SECTOR * c.global_store_sectors)},
  };
}

ordered_json line(const simt::line_counters& at) {
  ordered_json object = {{"file", at.file}, {"line", at.line}};
  for (const auto& [name, member] : LINE_COUNTERS) object[name] = at.*member;
  return object;
}

}  // namespace

std::string launch_record(const lockstep_launch& launch,
                          const std::optional<occupancy_result>& occupancy,
                          const std::vector<simt::line_counters>& lines) {
  ordered_json object = {{"kernel", launch.kernel},
                         {"grid", launch.grid},
                         {"block", launch.block},
                         {"parent", nullptr},
                         {"registers", launch.registers},
                         {"shared_bytes", launch.shared_bytes},
                         {"theoretical_occupancy", nullptr},
                         {"occupancy_limiter", nullptr}};
  if (occupancy) {
    object["theoretical_occupancy"] = occupancy->share;
    object["occupancy_limiter"] = occupancy->limiter;
  }
  for (const auto& [name, member] : COUNTERS) object["counters"][name] = launch.counters.*member;
  object["derived"] = derived(launch.counters);
  object["lines"] = ordered_json::array();
  for (const simt::line_counters& at : lines) object["lines"].push_back(line(at));
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace lockstep::cudart
