#include "profile/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

namespace lockstep::tutor {
namespace {

using kind = std::tuple<std::string, dimensions, dimensions>;

template <class launch_t>
kind kind_of(const launch_t& launch) {
  return {launch.kernel, launch.grid, launch.block};
}

cause cause_of(const metric& what, std::size_t children) {
  if (children > 0) return cause::launches;
  const std::string name = what.nsight;
  if (name.find("branch") != std::string::npos) return cause::branches;
  if (name.find("bank_conflicts") != std::string::npos ||
      name.find("wavefronts_mem_shared") != std::string::npos)
    return cause::conflicts;
  if (name == "launch__shared_mem_per_block") return cause::reserved;
  return what.known == metric::exactness::ptx ? cause::ptx : cause::unknown;
}

compared_value counted_by_gpu(const hardware_launch& gpu, const named_metric& asked) {
  const auto found = gpu.values.find(asked.for_ncu());
  if (found == gpu.values.end()) return {};
  return {found->second, std::nullopt, cause::none};
}

// What the model of time says, if it was asked. Nsight Compute's time is the kernel's alone.
std::optional<double> value_of_model(const metric& what, const profiled_launch& launch) {
  if (!launch.estimate || !launch.estimate->refused.empty()) return std::nullopt;
  const protocol::time_estimate& e = *launch.estimate;
  const std::string name = what.nsight;
  if (name.starts_with("gpu__time_duration"))
    return 1000 * (e.microseconds - e.launch_microseconds);
  if (name == "sm__warps_active.avg.pct_of_peak_sustained_active") return 100 * e.occupancy;
  return std::nullopt;
}

// Nanoseconds that a GPU measured, of which the launch itself takes at least half.
bool is_mostly_launch(const metric& what, double measured, const profiled_launch& modelled) {
  const std::string_view name = what.nsight;
  return name.starts_with("gpu__time_duration") && modelled.estimate &&
         measured < 2 * 1000 * modelled.estimate->launch_microseconds;
}

compared_value compare_values(const hardware_launch& gpu, const host_launch& emulator,
                              const named_metric& asked) {
  const metric& what = *asked.what;
  compared_value both = counted_by_gpu(gpu, asked);
  if (what.value == nullptr) {
    both.emulator = value_of_model(what, emulator.counts);
    if (both.emulator && both.gpu)
      both.why =
          is_mostly_launch(what, *both.gpu, emulator.counts) ? cause::too_short : cause::model;
    return both;
  }
  both.emulator = what.value(emulator.counts);
  if (both.gpu && !equal_counts(*both.gpu, both.emulator))
    both.why = cause_of(what, emulator.children);
  return both;
}

// Counts that are exact differ by little. If one is off by half or more, the program chose other
// data for this launch, and there is nothing to learn of the model.
void mark_other_work(compared_launch& both) {
  bool is_other = false;
  for (const compared_value& one : both.values) {
    if (one.why != cause::unknown || !one.gpu || !one.emulator) continue;
    const auto [less, more] = std::minmax(*one.gpu, *one.emulator);
    is_other = is_other || less < more / 2;
  }
  if (!is_other) return;
  for (compared_value& one : both.values)
    if (one.why == cause::model || one.why == cause::too_short) one.why = cause::other_work;
}

template <class launch_t>
std::vector<unpaired_launches> counted(const std::vector<const launch_t*>& launches) {
  std::vector<unpaired_launches> kinds;
  for (const auto* one : launches) {
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& known) {
      return kind_of(known) == kind_of(*one);
    });
    if (same == kinds.end()) {
      kinds.push_back({one->kernel, one->grid, one->block, 1});
    } else {
      ++same->launches;
    }
  }
  return kinds;
}

}  // namespace

bool equal_counts(double gpu, std::optional<double> emulator) {
  return std::abs(gpu - emulator.value_or(0)) <= 0.00501;
}

std::vector<host_launch> launches_by_host(const std::vector<profiled_launch>& launches) {
  std::map<std::uint64_t, const profiled_launch*> by_number;
  for (const auto& one : launches) by_number[one.number] = &one;
  const auto root_of = [&](const profiled_launch& launch) {
    const profiled_launch* at = &launch;
    for (std::size_t steps = 0; at->parent && steps < launches.size(); ++steps) {
      const auto parent = by_number.find(*at->parent);
      if (parent == by_number.end()) break;
      at = parent->second;
    }
    return at->number;
  };
  std::vector<host_launch> roots;
  std::map<std::uint64_t, std::size_t> place;  // of a root's number
  for (const auto& one : launches) {
    if (one.parent) continue;
    place[one.number] = roots.size();
    roots.push_back({one});
  }
  for (const auto& one : launches) {
    const auto root = one.parent ? place.find(root_of(one)) : place.end();
    if (root == place.end()) continue;
    roots[root->second].counts.add(one);
    ++roots[root->second].children;
  }
  return roots;
}

comparison compare(const std::vector<hardware_launch>& gpu,
                   const std::vector<host_launch>& emulator,
                   const std::vector<named_metric>& metrics) {
  comparison result{metrics, {}, {}, {}};
  std::map<kind, std::vector<const hardware_launch*>> offered;
  for (const auto& one : gpu) offered[kind_of(one)].push_back(&one);
  std::map<kind, std::size_t> taken;
  std::vector<const profiled_launch*> alone;
  for (const auto& one : emulator) {
    const auto& [counts, children] = one;
    const kind which = kind_of(counts);
    const auto& same = offered[which];
    auto& next = taken[which];
    if (next == same.size()) {
      alone.push_back(&counts);
      continue;
    }
    compared_launch both{counts.kernel, counts.grid, counts.block, next + 1, children, false, {}};
    for (const auto& asked : metrics)
      both.values.push_back(compare_values(*same[next], one, asked));
    mark_other_work(both);
    result.launches.push_back(std::move(both));
    ++next;
  }
  std::vector<const hardware_launch*> more;
  for (const auto& [which, same] : offered) {
    for (std::size_t i = taken[which]; i < same.size() && taken[which] > 0; ++i)
      more.push_back(same[i]);
  }
  std::map<kind, std::size_t> number;
  for (const auto& one : gpu) {
    const kind which = kind_of(one);
    if (taken[which] > 0) continue;
    compared_launch single{one.kernel, one.grid, one.block, ++number[which], 0, true, {}};
    for (const auto& name : metrics) single.values.push_back(counted_by_gpu(one, name));
    result.launches.push_back(std::move(single));
  }
  result.gpu_only = counted(more);
  result.emulator_only = counted(alone);
  return result;
}

}  // namespace lockstep::tutor
