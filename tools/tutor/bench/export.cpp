#include "bench/export.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::bench {
namespace {

using nlohmann::ordered_json;
using optional_number = std::optional<double>;

// A row with where it was measured.
struct result_row {
  const result& one;
  const machine& on;
};

// GB/s of something else that does the same work in this time.
optional_number rate(const result& one, const optional_number& us) {
  return us && one.bytes > 0 ? optional_number(one.bytes / *us / 1e3) : std::nullopt;
}

struct value_column {
  const char* name;
  ordered_json (*of)(const result_row&);
};

ordered_json number(const optional_number& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json object_of(const std::vector<std::pair<std::string, std::string>>& texts) {
  ordered_json all = ordered_json::object();
  for (const auto& [name, value] : texts) all[name] = value;
  return all;
}

// One table for both exports.
constexpr value_column value_columns[] = {
    {"chapter", [](const result_row& at) { return ordered_json(at.one.chapter); }},
    {"kernel", [](const result_row& at) { return ordered_json(at.one.kernel); }},
    {"type", [](const result_row& at) { return ordered_json(at.one.type); }},
    {"operation", [](const result_row& at) { return ordered_json(at.one.operation); }},
    {"elements", [](const result_row& at) { return ordered_json(at.one.elements); }},
    {"residency", [](const result_row& at) { return ordered_json(at.one.residency); }},
    {"parameters", [](const result_row& at) { return object_of(at.one.parameters); }},
    {"found", [](const result_row& at) { return object_of(at.one.found); }},
    {"bytes", [](const result_row& at) { return ordered_json(at.one.bytes); }},
    {"right", [](const result_row& at) { return ordered_json(at.one.right); }},
    {"us", [](const result_row& at) { return number(at.one.us); }},
    {"spread",
     [](const result_row& at) { return at.one.us ? ordered_json(at.one.spread) : ordered_json(); }},
    {"samples", [](const result_row& at) { return ordered_json(at.one.samples); }},
    {"sm_mhz", [](const result_row& at) { return ordered_json(at.one.sm_mhz); }},
    {"gbps", [](const result_row& at) { return number(at.one.gbps()); }},
    {"share_of_peak", [](const result_row& at) { return number(at.one.share_of_peak(at.on)); }},
    {"share_of_ceiling", [](const result_row& at) { return number(at.one.share_of_ceiling()); }},
    {"ceiling_us", [](const result_row& at) { return number(at.one.ceiling_us); }},
    {"cub_us", [](const result_row& at) { return number(at.one.cub_us); }},
    {"thrust_us", [](const result_row& at) { return number(at.one.thrust_us); }},
    {"read_ceiling_gbps",
     [](const result_row& at) { return number(rate(at.one, at.one.ceiling_us)); }},
    {"cub_gbps", [](const result_row& at) { return number(rate(at.one, at.one.cub_us)); }},
    {"thrust_gbps", [](const result_row& at) { return number(rate(at.one, at.one.thrust_us)); }},
    {"against_cub", [](const result_row& at) { return number(at.one.against_cub()); }},
    {"against_thrust", [](const result_row& at) { return number(at.one.against_thrust()); }},
    {"note", [](const result_row& at) { return ordered_json(at.one.note); }},
};

const value_column* find_column(const std::string& name) {
  for (const auto& one : value_columns) {
    if (name == one.name) return &one;
  }
  return nullptr;
}

// Four digits are more than a measurement is worth; counts are whole.
std::string cell_text(const ordered_json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) {
    std::vector<std::string> parts;
    for (const auto& [name, each] : value.items()) parts.push_back(name + "=" + cell_text(each));
    return join(parts, " ");
  }
  if (!value.is_number_float()) return value.dump();
  const double number = value.get<double>();
  return number >= 10'000 ? fmt::format("{:.0f}", number) : fmt::format("{:.5g}", number);
}

ordered_json result_json(const result_row& at) {
  ordered_json object;
  for (const auto& one : value_columns) object[one.name] = one.of(at);
  return object;
}

ordered_json machine_json(const machine& on) {
  return {{"device", on.device},
          {"compute_capability", on.compute_capability},
          {"multiprocessors", on.multiprocessors},
          {"peak_gbps", on.peak_gbps},
          {"line", on.line},
          {"sm_mhz", on.sm_mhz},
          {"memory_mhz", on.memory_mhz}};
}

}  // namespace

std::vector<std::string> column_names() {
  std::vector<std::string> names;
  for (const auto& one : value_columns) names.emplace_back(one.name);
  return names;
}

void require_columns(const std::vector<std::string>& columns) {
  for (const auto& name : columns) {
    if (find_column(name) != nullptr) continue;
    throw wrong_usage(
        "--columns: there is no column " + name,
        did_you_mean(name, column_names(), "There are: " + join(column_names(), ", ")));
  }
}

std::string to_csv(const recorded_run& all, const std::vector<std::string>& columns,
                   const std::string& command) {
  require_columns(columns);
  const auto names = columns.empty() ? column_names() : columns;
  const machine on = all.on.value_or(machine{});
  std::string text;
  if (all.on) text += "# " + on.line + "\n";
  text += "# " + command + "\n# Medians of a launch; docs/bench.md says how it is measured.\n";
  text += csv_line(names);
  for (const auto& chapter : all.chapters) {
    for (const auto& one : chapter.results) {
      std::vector<std::string> cells;
      for (const auto& name : names) cells.push_back(cell_text(find_column(name)->of({one, on})));
      text += csv_line(cells);
    }
  }
  return text;
}

std::string to_json(const recorded_run& all) {
  const machine on = all.on.value_or(machine{});
  ordered_json root{{"machine", all.on ? machine_json(on) : ordered_json()},
                    {"complete", all.complete()},
                    {"chapters", ordered_json::array()}};
  for (const auto& chapter : all.chapters) {
    ordered_json results = ordered_json::array();
    for (const auto& one : chapter.results) results.push_back(result_json({one, on}));
    root["chapters"].push_back(
        {{"name", chapter.name},
         {"planned", chapter.planned ? ordered_json(*chapter.planned) : ordered_json()},
         {"finished", chapter.finished},
         {"results", std::move(results)}});
  }
  return root.dump(2) + "\n";
}

}  // namespace lockstep::tutor::bench
