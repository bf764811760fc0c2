#include "cudart/observations/launch_record.hpp"

#include <nlohmann/json.hpp>

#include "metrics/names.hpp"

namespace lockstep::cudart {
namespace {

using nlohmann::ordered_json;

// null where there is nothing to divide by: the value does not exist.
ordered_json ratio(double numerator, std::uint64_t denominator) {
  return denominator == 0 ? ordered_json()
                          : ordered_json(numerator / static_cast<double>(denominator));
}

ordered_json percent(std::uint64_t part, std::uint64_t whole) {
  return ratio(100.0 * static_cast<double>(part), whole);
}

ordered_json derived(const lockstep_counters& c) {
  constexpr std::uint64_t sector = 32;  // bytes
  return {
      {"branch_efficiency",
       percent(c.branch_targets - c.divergent_branch_targets, c.branch_targets)},
      {"instructions_per_warp", ratio(static_cast<double>(c.warp_instructions), c.warps)},
      {"active_lanes_per_instruction",
       ratio(static_cast<double>(c.thread_instructions), c.warp_instructions)},
      {"global_load_efficiency", percent(c.global_load_data_bytes, sector * c.global_load_sectors)},
      {"global_store_efficiency",
       percent(c.global_store_data_bytes, sector * c.global_store_sectors)},
  };
}

ordered_json line(const simt::line_counters& at) {
  ordered_json object = {{"file", at.file}, {"line", at.line}};
  for (const auto& [name, member] : metrics::line_counter_names) object[name] = at.*member;
  return object;
}

}  // namespace

std::string launch_record(const lockstep_launch& launch,
                          const std::optional<occupancy_result>& occupancy,
                          const std::optional<std::uint64_t>& parent,
                          const std::vector<simt::line_counters>& lines) {
  ordered_json object = {{"kernel", launch.kernel},
                         {"grid", launch.grid},
                         {"block", launch.block},
                         {"parent", nullptr},
                         {"registers", launch.registers},
                         {"shared_bytes", launch.shared_bytes},
                         {"theoretical_occupancy", nullptr},
                         {"occupancy_limiter", nullptr}};
  if (parent) object["parent"] = *parent;
  if (occupancy) {
    object["theoretical_occupancy"] = occupancy->share;
    object["occupancy_limiter"] = occupancy->limiter;
  }
  for (const auto& [name, member] : metrics::counter_names)
    object["counters"][name] = launch.counters.*member;
  object["derived"] = derived(launch.counters);
  object["lines"] = ordered_json::array();
  for (const simt::line_counters& at : lines) object["lines"].push_back(line(at));
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace lockstep::cudart
