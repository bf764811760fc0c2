// The launch records of a run as data: docs/interfaces.md and the observation interface say what is
// counted.
#pragma once

#include <cstdint>
#include <lockstep/protocol/ratios.hpp>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/protocol/dimensions.hpp"
#include "lockstep/protocol/time_estimate.hpp"
#include "records/records.hpp"

namespace lockstep::tutor {

using source_place = std::pair<std::string, std::uint32_t>;  // file, line
using line_totals = std::map<source_place, line_counters>;
using protocol::dimensions;

// A launch, or several of one kernel added up.
struct profiled_launch {
  std::string kernel;  // demangled, with its parameters
  dimensions grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t launches = 1;
  std::uint64_t number = 1;             // among all launches of the run; of a group, its first's
  std::optional<std::uint64_t> parent;  // number of the launch whose kernel launched it
  std::uint32_t registers = 0, shared_bytes = 0;
  std::optional<double> occupancy;  // theoretical, per cent
  std::string limiter;              // of the occupancy; empty if it is not known
  counters counts{};
  line_totals lines;
  std::optional<protocol::time_estimate> estimate;  // of a group: its first's

  void add(const profiled_launch& other);
};

// In the order in which they ended. Records that are damaged count as far as they can be read.
std::vector<profiled_launch> parse_launches(const report& seen);

// Launches of the same kernel with the same shape added up, in the order of their first.
std::vector<profiled_launch> grouped_by_shape(const std::vector<profiled_launch>& launches);
// The same for launches of the same kernel, whatever their shape.
std::vector<profiled_launch> grouped_by_kernel(const std::vector<profiled_launch>& launches);

// Of each kernel its first launch.
std::vector<profiled_launch> first_of_each_kernel(std::vector<profiled_launch> launches);

// "reduce<512>" of "void detail::reduce<512>(int*, int)": template arguments tell variants apart;
// namespaces, parameters and the return type do not. Long arguments are left out: "reduce<...>".
std::string short_name(const std::string& kernel);

// "32768" of {32768, 1, 1}, "64x64" of {64, 64, 1}.
std::string shape(const dimensions& sizes);

// The format of `lockstep profile --json`, with the launches of kernels that `filter` matches
// anywhere in their name; `first`: of each kernel its first launch.
nlohmann::ordered_json profile_json(const report& seen, const std::regex& filter, bool first);

}  // namespace lockstep::tutor
