#include "launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <lockstep/metrics.hpp>
#include <lockstep/table.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

// The counters that the table's values are made of.
struct counter_field {
  const char* name;
  std::uint64_t counters::*value;
};
constexpr counter_field counter_fields[] = {
    {"warps", &counters::warps},
    {"warp_instructions", &counters::warp_instructions},
    {"thread_instructions", &counters::thread_instructions},
    {"branch_targets", &counters::branch_targets},
    {"divergent_branch_targets", &counters::divergent_branch_targets},
    {"global_load_requests", &counters::global_load_requests},
    {"global_load_sectors", &counters::global_load_sectors},
    {"global_load_bytes", &counters::global_load_bytes},
    {"global_store_requests", &counters::global_store_requests},
    {"global_store_sectors", &counters::global_store_sectors},
    {"global_store_bytes", &counters::global_store_bytes},
    {"shared_load_conflicts", &counters::shared_load_conflicts},
    {"shared_store_conflicts", &counters::shared_store_conflicts},
};

void add_counters(counters& sum, const ordered_json& launch) {
  const auto counts = launch.find("counters");
  if (counts == launch.end() || !counts->is_object()) return;
  for (const auto& field : counter_fields) {
    const auto found = counts->find(field.name);
    if (found != counts->end() && found->is_number()) {
      sum.*field.value += found->get<std::uint64_t>();
    }
  }
}

// "reduce_neighbored" of "void reduce_neighbored<512>(int*, int*, unsigned int)" keeps its template
// arguments: they tell variants apart. Parameters and the return type do not.
std::string short_name(std::string name) {
  if (name.starts_with("void ")) name.erase(0, 5);
  if (const auto parameters = name.rfind('('); parameters != std::string::npos && parameters > 0) {
    name.erase(parameters);
  }
  constexpr std::size_t most = 40;
  return name.size() <= most ? name : name.substr(0, most - 3) + "...";
}

// "32768" of [32768, 1, 1], "64x64" of [64, 64, 1].
std::string shape(const ordered_json& launch, const char* name) {
  const auto sizes = launch.value(name, std::vector<std::uint32_t>{});
  std::string text;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool only_ones_left = std::all_of(sizes.begin() + static_cast<long>(i), sizes.end(),
                                            [](auto s) { return s == 1; });
    if (i > 0 && only_ones_left) break;
    text += (i > 0 ? "x" : "") + std::to_string(sizes[i]);
  }
  return text;
}

struct table_row {
  std::string kernel, grid, block;
  std::uint64_t launches = 0;
  counters sums{};
  std::optional<double> occupancy;

  void add(const ordered_json& launch) {
    ++launches;
    if (const auto o = launch.find("theoretical_occupancy"); o != launch.end() && o->is_number()) {
      occupancy = 100.0 * o->get<double>();
    }
    add_counters(sums, launch);
  }
};

std::vector<table_row> rows_of(const ordered_json& profile) {
  std::vector<table_row> rows;
  for (const auto& launch : profile.at("launches")) {
    const std::string kernel = short_name(launch.value("kernel", ""));
    const std::string grid = shape(launch, "grid"), block = shape(launch, "block");
    auto row = std::find_if(rows.begin(), rows.end(), [&](const table_row& r) {
      return r.kernel == kernel && r.grid == grid && r.block == block;
    });
    if (row == rows.end()) row = rows.insert(rows.end(), table_row{kernel, grid, block, 0, {}, {}});
    row->add(launch);
  }
  return rows;
}

}  // namespace

ordered_json profile_json(const report& seen) {
  ordered_json profile{{"backend", seen.backend},
                       {"device", seen.device},
                       {"instruction_level", "ptx"},
                       {"launches", ordered_json::array()}};
  for (const auto& text : seen.launches) {
    ordered_json launch = ordered_json::parse(text);
    launch.erase("type");
    profile["launches"].push_back(std::move(launch));
  }
  return profile;
}

std::string profile_table(const ordered_json& profile, const palette& colours) {
  table rows({{"kernel", "", align::left},
              {"launches", ""},
              {"grid", "blocks"},
              {"block", "threads"},
              {"occupancy", "%"},
              {"instr/warp", "PTX"},
              {"branch eff.", "%"},
              {"load eff.", "%"},
              {"store eff.", "%"},
              {"sectors/load", ""},
              {"conflicts", "passes"}});
  for (const auto& row : rows_of(profile)) {
    const counters& c = row.sums;
    rows.add({row.kernel, grouped(row.launches), row.grid, row.block, fixed(row.occupancy, 0),
              fixed(instructions_per_warp(c), 2), fixed(branch_efficiency(c), 2, "no branches"),
              fixed(global_load_efficiency(c), 2), fixed(global_store_efficiency(c), 2),
              fixed(sectors_per_load_request(c), 2), grouped(shared_conflicts(c))});
  }
  std::ostringstream out;
  rows.print(out);
  out << colours.dim(fmt::format("Counted by the {} ({}), per PTX instruction; occupancy is the "
                                 "theoretical one. Times need a GPU.",
                                 profile.value("backend", ""), profile.value("device", "")))
      << "\n";
  return out.str();
}

}  // namespace lockstep::tutor
