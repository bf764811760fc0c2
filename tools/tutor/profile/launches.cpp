#include "profile/launches.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/protocol/json_field.hpp"
#include "lockstep/protocol/launch_record.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

void add(line_counters& into, const line_counters& from) {
  for (const auto& [name, member] : line_counter_names) into.*member += from.*member;
}

profiled_launch launch_of(const protocol::counted_launch& record, std::uint64_t number) {
  profiled_launch launch;
  launch.kernel = record.kernel;
  launch.grid = record.grid;
  launch.block = record.block;
  launch.number = number;
  if (record.parent) launch.parent = *record.parent + 1;
  launch.registers = record.registers;
  launch.shared_bytes = record.shared_bytes;
  if (record.theoretical_occupancy) launch.occupancy = 100 * *record.theoretical_occupancy;
  launch.limiter = record.occupancy_limiter;
  launch.counts = record.counts;
  launch.estimate = record.estimate;
  for (const line_counters& at : record.lines) add(launch.lines[{at.file, at.line}], at);
  return launch;
}

template <class same_t>
std::vector<profiled_launch> group_by(const std::vector<profiled_launch>& launches, same_t same) {
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
  counts += other.counts;
  for (const auto& [place, at] : other.lines) tutor::add(lines[place], at);
}

std::vector<profiled_launch> parse_launches(const report& seen) {
  std::vector<profiled_launch> launches;
  for (const auto& line : seen.launches) {
    if (const auto record = protocol::parse_launch(line))
      launches.push_back(launch_of(*record, launches.size() + 1));
  }
  return launches;
}

std::vector<profiled_launch> grouped_by_shape(const std::vector<profiled_launch>& launches) {
  return group_by(launches, [](const profiled_launch& a, const profiled_launch& b) {
    return a.kernel == b.kernel && a.grid == b.grid && a.block == b.block &&
           a.shared_bytes == b.shared_bytes;
  });
}

std::vector<profiled_launch> grouped_by_kernel(const std::vector<profiled_launch>& launches) {
  return group_by(launches, [](const profiled_launch& a, const profiled_launch& b) {
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
    const auto kernel = protocol::field<std::string>(launch, "kernel");
    if (std::regex_search(kernel, filter) && (met.insert(kernel).second || !first))
      profile["launches"].push_back(std::move(launch));
  }
  return profile;
}

}  // namespace lockstep::tutor
