#include "profile/export.hpp"

#include <fmt/format.h>

#include <lockstep/table.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/protocol/counters.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;
using row = std::vector<std::string>;

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

row names_of(const std::vector<named_metric>& metrics) {
  row names;
  for (const auto& one : metrics) names.push_back(one.name);
  if (!metrics.empty()) return names;
  names = {"registers", "shared_bytes", "theoretical_occupancy", "occupancy_limiter"};
  for (const auto& [name, member] : counter_names) names.emplace_back(name);
  for (const auto& one : derived_values) names.emplace_back(one.name);
  return names;
}

row values_of(const profiled_launch& launch, const std::vector<named_metric>& metrics) {
  row values;
  for (const auto& one : metrics) {
    const bool here = one.what->value != nullptr;
    values.push_back(here ? number(one.what->value(launch)) : "needs a GPU");
  }
  if (!metrics.empty()) return values;
  const auto share = launch.occupancy ? std::optional(*launch.occupancy / 100) : std::nullopt;
  values = {std::to_string(launch.registers), std::to_string(launch.shared_bytes), number(share),
            launch.limiter};
  for (const auto& [name, member] : counter_names)
    values.push_back(std::to_string(launch.counts.*member));
  for (const auto& one : derived_values) values.push_back(number(one.of(launch.counts)));
  return values;
}

}  // namespace

std::string metrics_text(const std::vector<profiled_launch>& groups,
                         const std::vector<named_metric>& metrics) {
  std::ostringstream out;
  for (const auto& group : groups) {
    out << fmt::format(
        "{}{}  grid {}, block {}, {}\n", &group == &groups.front() ? "" : "\n", group.kernel,
        shape(group.grid), shape(group.block),
        group.launches == 1 ? "1 launch" : grouped(group.launches) + " launches, counts added up");
    table lines({{"metric", "", align::left}, {"unit", "", align::left}, {"value", ""}});
    for (const auto& one : metrics) {
      const std::string unit = one.what->unit;
      const bool ptx = one.what->known == metric::exactness::ptx;
      lines.add({one.name, ptx ? unit + (unit.empty() ? "" : ", ") + "of PTX" : unit,
                 value_in_words(*one.what, group)});
    }
    lines.print(out);
  }
  return out.str();
}

std::string profile_csv(const std::vector<profiled_launch>& launches,
                        const std::vector<named_metric>& metrics) {
  row header{"kernel", "grid", "block"};
  for (auto& name : names_of(metrics)) header.push_back(std::move(name));
  std::string out = csv_line(header);
  for (const auto& launch : launches) {
    row cells{launch.kernel, shape(launch.grid), shape(launch.block)};
    for (auto& value : values_of(launch, metrics)) cells.push_back(std::move(value));
    out += csv_line(cells);
  }
  return out;
}

ordered_json metrics_json(const report& seen, const std::vector<profiled_launch>& launches,
                          const std::vector<named_metric>& metrics) {
  ordered_json root{{"backend", seen.backend},
                    {"device", seen.device},
                    {"instruction_level", "ptx"},
                    {"needs_gpu", ordered_json::array()},
                    {"launches", ordered_json::array()}};
  for (const auto& one : metrics) {
    if (one.what->value == nullptr) root["needs_gpu"].push_back(one.name);
  }
  for (const auto& launch : launches) {
    ordered_json values = ordered_json::object();
    for (const auto& one : metrics) {
      const auto value = one.what->value ? one.what->value(launch) : std::nullopt;
      values[one.name] = value ? ordered_json(*value) : ordered_json();
    }
    root["launches"].push_back({{"kernel", launch.kernel},
                                {"grid", launch.grid},
                                {"block", launch.block},
                                {"metrics", std::move(values)}});
  }
  return root;
}

}  // namespace lockstep::tutor
