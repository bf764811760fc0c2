#include "lockstep/protocol/launch_record.hpp"

#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "lockstep/protocol/json_field.hpp"
#include "lockstep/protocol/ratios.hpp"
#include "time_estimate_json.hpp"

namespace lockstep::protocol {
namespace {

using nlohmann::ordered_json;

template <class T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json json_of(const line_counters& at) {
  ordered_json object = {{"file", at.file}, {"line", at.line}};
  for (const auto& [name, member] : line_counter_names) object[name] = at.*member;
  return object;
}

std::vector<line_counters> lines_from(const ordered_json& record) {
  std::vector<line_counters> lines;
  const auto list = record.find("lines");
  if (list == record.end() || !list->is_array()) return lines;
  for (const auto& object : *list) {
    if (!object.is_object()) continue;
    line_counters& at = lines.emplace_back();
    at.file = field<std::string>(object, "file");
    at.line = field<std::uint32_t>(object, "line");
    for (const auto& [name, member] : line_counter_names)
      at.*member = field<std::uint64_t>(object, name);
  }
  return lines;
}

}  // namespace

std::string members_of(const counted_launch& launch) {
  ordered_json object = {{"kernel", launch.kernel},
                         {"grid", launch.grid},
                         {"block", launch.block},
                         {"parent", or_null(launch.parent)},
                         {"registers", launch.registers},
                         {"shared_bytes", launch.shared_bytes},
                         {"theoretical_occupancy", or_null(launch.theoretical_occupancy)},
                         {"occupancy_limiter", nullptr}};
  if (launch.theoretical_occupancy) object["occupancy_limiter"] = launch.occupancy_limiter;
  for (const auto& [name, member] : counter_names) object["counters"][name] = launch.counts.*member;
  for (const auto& ratio : derived_values)
    object["derived"][ratio.name] = or_null(ratio.of(launch.counts));
  object["lines"] = ordered_json::array();
  for (const line_counters& at : launch.lines) object["lines"].push_back(json_of(at));
  if (launch.estimate) object["estimate"] = json_of(*launch.estimate);
  return line_text(object);
}

std::optional<counted_launch> parse_launch(std::string_view record) {
  const auto object = ordered_json::parse(record, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  counted_launch launch;
  launch.kernel = field<std::string>(object, "kernel");
  launch.grid = field(object, "grid", launch.grid);
  launch.block = field(object, "block", launch.block);
  if (const auto parent = field(object, "parent", -1LL); parent >= 0)
    launch.parent = static_cast<std::uint64_t>(parent);
  launch.registers = field<std::uint32_t>(object, "registers");
  launch.shared_bytes = field<std::uint32_t>(object, "shared_bytes");
  if (const double share = field(object, "theoretical_occupancy", -1.0); share >= 0)
    launch.theoretical_occupancy = share;
  launch.occupancy_limiter = field<std::string>(object, "occupancy_limiter");
  if (const auto counts = object.find("counters"); counts != object.end() && counts->is_object()) {
    for (const auto& [name, member] : counter_names)
      launch.counts.*member = field<std::uint64_t>(*counts, name);
  }
  launch.lines = lines_from(object);
  if (const auto estimate = object.find("estimate");
      estimate != object.end() && estimate->is_object())
    launch.estimate = time_estimate_from(*estimate);
  return launch;
}

}  // namespace lockstep::protocol
