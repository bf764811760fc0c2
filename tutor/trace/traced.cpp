#include "trace/traced.hpp"

#include <algorithm>
#include <regex>

#include "records/json_field.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

// Who launched a grid: all members are there, each of its type.
bool is_asking(const ordered_json& by) {
  const auto is_index = [&](const char* name) {
    return field<std::vector<std::uint32_t>>(by, name).size() == 3;
  };
  const auto is_number = [&](const char* name) {
    return by.contains(name) && by.at(name).is_number_unsigned();
  };
  const auto is_text = [&](const char* name) {
    return by.contains(name) && by.at(name).is_string();
  };
  return by.is_object() && is_index("block") && is_index("thread") && is_number("launch") &&
         is_number("line") && is_text("file") && is_text("stream");
}

traced_launch to_launch(const ordered_json& record) {
  traced_launch launch;
  launch.number = field<std::uint64_t>(record, "launch");
  launch.kernel = field<std::string>(record, "kernel");
  launch.grid = field(record, "grid", launch.grid);
  launch.block = field(record, "block", launch.block);
  launch.begins = field<std::uint64_t>(record, "at");
  launch.traced = field(record, "traced", false);
  const auto by = field<ordered_json>(record, "by");
  if (is_asking(by)) launch.by = by;
  return launch;
}

std::uint32_t lanes_of(const traced_launch& launch, std::uint32_t warp) {
  const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const std::uint64_t before = std::uint64_t{warp} * 32;
  if (before + 32 <= threads) return ~0u;
  return before >= threads ? 0 : (1u << (threads - before)) - 1;
}

void add_step(traced_launch& launch, ordered_json record) {
  const auto block = field<std::array<std::uint32_t, 3>>(record, "block");
  const auto number = field<std::uint32_t>(record, "warp");
  auto warp = std::find_if(launch.warps.begin(), launch.warps.end(), [&](const traced_warp& known) {
    return known.block == block && known.number == number;
  });
  if (warp == launch.warps.end())
    warp = launch.warps.insert(warp, {block, number, lanes_of(launch, number), {}});
  for (const char* name : {"type", "launch", "block", "warp"}) record.erase(name);
  warp->steps.push_back(std::move(record));
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
  const auto note = [&](left_out one) {
    if (one.kept < one.of) all.push_back(std::move(one));
  };
  left_out launches{"launches", 0, 0, 0};
  const std::regex wanted(run.wish.kernel);
  for (const auto& [kernel, count] : run.kernels)
    if (std::regex_search(kernel, wanted)) launches.of += count;
  for (const auto& launch : run.launches) launches.kept += launch.traced ? 1 : 0;
  note(launches);
  for (const auto& launch : run.launches) {
    if (!launch.traced) continue;
    const trace::wish& wish = run.wish;
    note({"blocks", launch.number, wish.blocks.below(launch.blocks()), launch.blocks()});
    note({"warps", launch.number, wish.warps.below(launch.warps_of_block()),
          launch.warps_of_block()});
    std::uint64_t steps = 0;
    for (const auto& warp : launch.warps) steps += warp.steps.size();
    note({"steps", launch.number, steps, steps + launch.steps_left_out});
  }
  return all;
}

}  // namespace

std::uint64_t traced_launch::warps_of_block() const {
  return (std::uint64_t{block[0]} * block[1] * block[2] + 31) / 32;
}

bool traced_run::has_steps() const {
  return std::any_of(launches.begin(), launches.end(),
                     [](const traced_launch& launch) { return !launch.warps.empty(); });
}

traced_run traced(const report& seen, const trace::wish& wish) {
  traced_run run{seen.backend, seen.device, wish, seen.kernels, {}, {}};
  std::map<std::uint64_t, std::size_t> index_of;
  for (const auto& text : seen.trace) {
    ordered_json record = ordered_json::parse(text);
    const auto type = field<std::string>(record, "type");
    const auto number = field<std::uint64_t>(record, "launch");
    if (type == "trace_launch") {
      index_of[number] = run.launches.size();
      run.launches.push_back(to_launch(record));
      continue;
    }
    const auto known = index_of.find(number);
    if (known == index_of.end()) continue;
    traced_launch& launch = run.launches[known->second];
    if (type == "trace_step") {
      add_step(launch, std::move(record));
    } else {
      launch.ends = field<std::uint64_t>(record, "at");
      launch.stopped_by = field<std::string>(record, "stopped_by");
      launch.steps_left_out = field<std::uint64_t>(record, "steps_left_out");
    }
  }
  for (auto& launch : run.launches) sort_warps(launch);
  run.left_out = find_left_out(run);
  return run;
}

ordered_json trace_json(const traced_run& run) {
  ordered_json document = {{"version", 1},
                           {"backend", run.backend},
                           {"device", run.device},
                           {"instruction_level", "ptx"},
                           {"only", trace::name_of(run.wish.only)},
                           {"truncated", !run.left_out.empty()},
                           {"left_out", ordered_json::array()},
                           {"launches", ordered_json::array()}};
  for (const auto& one : run.left_out) {
    ordered_json object = {
        {"what", one.what}, {"launch", nullptr}, {"kept", one.kept}, {"of", one.of}};
    if (one.launch != 0) object["launch"] = one.launch;
    document["left_out"].push_back(std::move(object));
  }
  for (const auto& launch : run.launches) {
    ordered_json object = {{"launch", launch.number}, {"kernel", launch.kernel},
                           {"grid", launch.grid},     {"block", launch.block},
                           {"by", launch.by},         {"begins", launch.begins},
                           {"ends", nullptr},         {"stopped_by", nullptr},
                           {"traced", launch.traced}, {"warps", ordered_json::array()}};
    if (launch.ends) object["ends"] = *launch.ends;
    if (!launch.stopped_by.empty()) object["stopped_by"] = launch.stopped_by;
    for (const auto& warp : launch.warps) {
      object["warps"].push_back({{"block", warp.block},
                                 {"warp", warp.number},
                                 {"lanes", warp.lanes},
                                 {"steps", warp.steps}});
    }
    document["launches"].push_back(std::move(object));
  }
  return document;
}

}  // namespace lockstep::tutor
