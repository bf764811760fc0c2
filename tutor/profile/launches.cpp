#include "profile/launches.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "metrics/names.hpp"
#include "records/json_field.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

void add_lines(line_totals& into, const line_totals& from) {
  for (const auto& [place, counts] : from) {
    for (const auto& [name, member] : metrics::line_counter_names)
      into[place].*member += counts.*member;
  }
}

line_totals parse_lines(const ordered_json& record) {
  line_totals lines;
  const auto list = record.find("lines");
  if (list == record.end() || !list->is_array()) return lines;
  for (const auto& line : *list) {
    if (!line.is_object()) continue;
    auto& counts = lines[{field<std::string>(line, "file"), field<std::uint32_t>(line, "line")}];
    for (const auto& [name, member] : metrics::line_counter_names)
      counts.*member += field<std::uint64_t>(line, name);
  }
  return lines;
}

profiled_launch parse_launch(const ordered_json& record) {
  profiled_launch launch;
  launch.kernel = field<std::string>(record, "kernel");
  launch.grid = field(record, "grid", launch.grid);
  launch.block = field(record, "block", launch.block);
  launch.registers = field<std::uint32_t>(record, "registers");
  launch.shared_bytes = field<std::uint32_t>(record, "shared_bytes");
  if (const auto parent = field(record, "parent", -1LL); parent >= 0)
    launch.parent = static_cast<std::uint64_t>(parent) + 1;
  launch.limiter = field<std::string>(record, "occupancy_limiter");
  const double share = field(record, "theoretical_occupancy", -1.0);
  if (share >= 0) launch.occupancy = 100 * share;
  if (const auto counts = record.find("counters"); counts != record.end() && counts->is_object()) {
    for (const auto& [name, member] : metrics::counter_names)
      launch.counts.*member = field<std::uint64_t>(*counts, name);
  }
  launch.lines = parse_lines(record);
  return launch;
}

template <class same_t>
std::vector<profiled_launch> grouped(const std::vector<profiled_launch>& launches, same_t same) {
  std::vector<profiled_launch> groups;
  for (const auto& launch : launches) {
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& known) { return same(known, launch); });
    if (group == groups.end()) {
      groups.push_back(launch);
    } else {
      group->add(launch);
    }
  }
  return groups;
}

}  // namespace

void profiled_launch::add(const profiled_launch& other) {
  launches += other.launches;
  for (const auto& [name, member] : metrics::counter_names) counts.*member += other.counts.*member;
  add_lines(lines, other.lines);
}

std::vector<profiled_launch> parse_launches(const report& seen) {
  std::vector<profiled_launch> launches;
  for (const auto& text : seen.launches) {
    launches.push_back(parse_launch(ordered_json::parse(text)));
    launches.back().number = launches.size();
  }
  return launches;
}

std::vector<profiled_launch> grouped_by_shape(const std::vector<profiled_launch>& launches) {
  return grouped(launches, [](const profiled_launch& a, const profiled_launch& b) {
    return a.kernel == b.kernel && a.grid == b.grid && a.block == b.block &&
           a.shared_bytes == b.shared_bytes;
  });
}

std::vector<profiled_launch> grouped_by_kernel(const std::vector<profiled_launch>& launches) {
  return grouped(launches, [](const profiled_launch& a, const profiled_launch& b) {
    return a.kernel == b.kernel;
  });
}

std::vector<profiled_launch> first_of_each_kernel(std::vector<profiled_launch> launches) {
  std::set<std::string> seen;
  std::erase_if(launches, [&](const auto& one) { return !seen.insert(one.kernel).second; });
  return launches;
}

std::string short_name(const std::string& kernel) {
  constexpr std::size_t most = 40;
  constexpr std::string_view unnamed = "(anonymous namespace)";
  std::size_t begin = 0, arguments = std::string::npos, end = kernel.size();
  int depth = 0;  // of template arguments
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const char c = kernel[i];
    if (kernel.compare(i, unnamed.size(), unnamed) == 0) {
      i += unnamed.size() - 1;
    } else if (c == '<') {
      if (depth++ == 0) arguments = i;
    } else if (c == '>') {
      --depth;
    } else if (depth == 0 && c == '(') {
      end = i;
      break;
    } else if (depth == 0 && (c == ' ' || c == ':')) {
      begin = i + 1;
      arguments = std::string::npos;
    }
  }
  const std::string name = kernel.substr(begin, end - begin);
  if (name.size() <= most) return name;
  if (arguments != std::string::npos && arguments - begin <= most)
    return kernel.substr(begin, arguments - begin) + "<...>";
  return name.substr(0, most - 3) + "...";
}

std::string shape(const dimensions& sizes) {
  std::string text = std::to_string(sizes[0]);
  if (sizes[1] != 1 || sizes[2] != 1) text += "x" + std::to_string(sizes[1]);
  if (sizes[2] != 1) text += "x" + std::to_string(sizes[2]);
  return text;
}

ordered_json profile_json(const report& seen, const std::regex& filter, bool first) {
  std::set<std::string> met;
  ordered_json profile{{"backend", seen.backend},
                       {"device", seen.device},
                       {"instruction_level", "ptx"},
                       {"launches", ordered_json::array()}};
  for (const auto& text : seen.launches) {
    ordered_json launch = ordered_json::parse(text);
    launch.erase("type");
    const auto kernel = field<std::string>(launch, "kernel");
    if (std::regex_search(kernel, filter) && (met.insert(kernel).second || !first))
      profile["launches"].push_back(std::move(launch));
  }
  return profile;
}

}  // namespace lockstep::tutor
