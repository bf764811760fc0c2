#include "trace/traced.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "lockstep/protocol/finding_record.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;
using protocol::lanes_per_warp;

std::uint64_t threads_of_block(const protocol::trace_launch& launch) {
  return std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
}

protocol::lane_mask lanes_of(const protocol::trace_launch& launch, std::uint32_t warp) {
  const std::uint64_t threads = threads_of_block(launch);
  const std::uint64_t before = std::uint64_t{warp} * lanes_per_warp;
  if (before + lanes_per_warp <= threads) return ~0u;
  return before >= threads ? 0 : (1u << (threads - before)) - 1;
}

void add_step(traced_launch& launch, protocol::trace_step step) {
  auto warp = std::find_if(launch.warps.begin(), launch.warps.end(), [&](const traced_warp& known) {
    return known.block == step.block && known.number == step.warp;
  });
  if (warp == launch.warps.end())
    warp =
        launch.warps.insert(warp, {step.block, step.warp, lanes_of(launch.begin, step.warp), {}});
  warp->steps.push_back(std::move(step));
}

void sort_warps(traced_launch& launch) {
  std::sort(launch.warps.begin(), launch.warps.end(),
            [](const traced_warp& a, const traced_warp& b) {
              const auto key = [](const traced_warp& w) {
                return std::array{w.block[2], w.block[1], w.block[0], w.number};
              };
              return key(a) < key(b);
            });
}

std::vector<left_out> find_left_out(const traced_run& run) {
  std::vector<left_out> all;
  const auto note = [&](const left_out& found) {
    if (found.kept < found.of) all.push_back(found);
  };
  left_out launches{trace_limit::launches, 0, 0, 0};
  const std::regex wanted(run.options.kernel);
  for (const auto& [kernel, count] : run.kernels)
    if (std::regex_search(kernel, wanted)) launches.of += count;
  for (const auto& launch : run.launches) launches.kept += launch.begin.traced ? 1 : 0;
  note(launches);
  for (const auto& launch : run.launches) {
    if (!launch.begin.traced) continue;
    const std::uint64_t number = launch.begin.launch;
    note({trace_limit::blocks, number, run.options.blocks.count_below(launch.blocks()),
          launch.blocks()});
    note({trace_limit::warps, number, run.options.warps.count_below(launch.warps_of_block()),
          launch.warps_of_block()});
    std::uint64_t steps = 0;
    for (const auto& warp : launch.warps) steps += warp.steps.size();
    note(
        {trace_limit::steps, number, steps, steps + (launch.end ? launch.end->steps_left_out : 0)});
  }
  return all;
}

ordered_json launch_json(const traced_launch& launch) {
  const protocol::trace_launch& begin = launch.begin;
  ordered_json object = {{"launch", begin.launch},
                         {"kernel", begin.kernel},
                         {"grid", begin.grid},
                         {"block", begin.block},
                         {"by", protocol::json_of(begin.by)},
                         {"begins", begin.at},
                         {"ends", nullptr},
                         {"stopped_by", nullptr},
                         {"traced", begin.traced},
                         {"warps", ordered_json::array()}};
  if (begin.cluster[0] != 0) object["cluster"] = begin.cluster;
  if (launch.end) {
    object["ends"] = launch.end->at;
    if (launch.end->stopped_by) object["stopped_by"] = launch.end->stopped_by->name();
    for (const auto& array : launch.end->arrays)
      object["arrays"].push_back(protocol::json_of(array));
    for (const auto& array : launch.end->shared)
      object["shared"].push_back(protocol::json_of(array));
  }
  for (const auto& warp : launch.warps) {
    ordered_json steps = ordered_json::array();
    for (const auto& step : warp.steps) steps.push_back(protocol::json_of(step));
    object["warps"].push_back({{"block", warp.block},
                               {"warp", warp.number},
                               {"lanes", warp.lanes},
                               {"steps", std::move(steps)}});
  }
  return object;
}

}  // namespace

std::uint64_t traced_launch::warps_of_block() const {
  return (threads_of_block(begin) + lanes_per_warp - 1) / lanes_per_warp;
}

bool traced_run::has_steps() const {
  return std::any_of(launches.begin(), launches.end(),
                     [](const traced_launch& launch) { return !launch.warps.empty(); });
}

traced_run traced(const report& seen, const protocol::trace_options& options) {
  // A program may start others that report to the same place: each counts its launches from 1.
  std::uint64_t of_this_process = 0, before = 0, last = 0;
  traced_run run{seen.backend, seen.device, options, seen.kernels, {}, {}, seen.findings};
  std::map<std::uint64_t, std::size_t> index_of;
  const auto launch_of = [&](std::uint64_t number) -> traced_launch* {
    const auto known = index_of.find(number);
    return known == index_of.end() ? nullptr : &run.launches[known->second];
  };
  for (const auto& line : seen.trace) {
    auto record = protocol::parse_trace_record(line);
    if (!record) continue;
    if (auto* begin = std::get_if<protocol::trace_launch>(&*record)) {
      index_of[begin->launch] = run.launches.size();
      if (begin->launch <= of_this_process) before = last;
      of_this_process = begin->launch;
      begin->launch += before;
      if (begin->by) begin->by->launch += before;
      last = std::max(last, begin->launch);
      run.launches.push_back({std::move(*begin), {}, {}});
    } else if (auto* step = std::get_if<protocol::trace_step>(&*record)) {
      if (traced_launch* launch = launch_of(step->launch)) add_step(*launch, std::move(*step));
    } else if (auto* end = std::get_if<protocol::trace_end>(&*record)) {
      if (traced_launch* launch = launch_of(end->launch)) launch->end = std::move(*end);
    }
  }
  for (auto& launch : run.launches) sort_warps(launch);
  run.left_out = find_left_out(run);
  return run;
}

std::string name_of(trace_limit what) {
  switch (what) {
    case trace_limit::launches:
      return "launches";
    case trace_limit::blocks:
      return "blocks";
    case trace_limit::warps:
      return "warps";
    case trace_limit::steps:
      break;
  }
  return "steps";
}

ordered_json trace_json(const traced_run& run) {
  ordered_json document = {{"version", 1},
                           {"backend", run.backend},
                           {"device", run.device},
                           {"instruction_level", "ptx"},
                           {"only", protocol::name_of(run.options.only)},
                           {"truncated", !run.left_out.empty()},
                           {"left_out", ordered_json::array()},
                           {"launches", ordered_json::array()}};
  for (const auto& missing : run.left_out) {
    ordered_json object = {{"what", name_of(missing.what)},
                           {"launch", nullptr},
                           {"kept", missing.kept},
                           {"of", missing.of}};
    if (missing.launch != 0) object["launch"] = missing.launch;
    document["left_out"].push_back(std::move(object));
  }
  for (const auto& launch : run.launches) document["launches"].push_back(launch_json(launch));
  document["findings"] = ordered_json::array();
  for (const auto& found : run.findings)
    document["findings"].push_back(ordered_json::parse(protocol::members_of(found)));
  return document;
}

}  // namespace lockstep::tutor
