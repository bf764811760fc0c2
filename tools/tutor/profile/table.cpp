#include "profile/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lockstep/table.hpp>
#include <sstream>

#include "language/language.hpp"

namespace lockstep::tutor {
namespace {

// "50 registers": the share, and what holds it there.
std::string occupancy_of(const profiled_launch& launch) {
  if (!launch.occupancy) return "-";
  std::string limiter = launch.limiter;
  for (auto& c : limiter) {
    if (c == '_') c = ' ';
  }
  return fixed(*launch.occupancy, 0) + (limiter.empty() ? "" : " " + limiter);
}

// "3", or "3 by 1" if the kernel of launch 1 made it.
std::string number_of(const profiled_launch& launch) {
  return grouped(launch.number) + (launch.parent ? " by " + grouped(*launch.parent) : "");
}

std::string conflicts_of(const counters& c) {
  const bool uses_shared = c.shared_load_requests + c.shared_store_requests > 0;
  const auto conflicts = shared_conflicts(c);
  return uses_shared || conflicts > 0 ? grouped(conflicts) : "-";
}

// The model's, of one launch.
std::string model_time_of(const profiled_launch& launch) {
  if (!launch.estimate || !launch.estimate->refused.empty()) return "refused";
  return fmt::format("{:.3g}", launch.estimate->microseconds);
}

}  // namespace

std::string profile_table(const std::vector<profiled_launch>& rows, bool numbered) {
  const bool has_times = std::any_of(rows.begin(), rows.end(),
                                     [](const auto& row) { return row.estimate.has_value(); });
  std::vector<column> columns({{"kernel", "", align::left},
                               {numbered ? "launch" : "launches", ""},
                               {"grid", "blocks"},
                               {"block", "threads"},
                               {"occupancy", "%, limit"},
                               {"instr/warp", "PTX"},
                               {"lanes/instr", "of 32"},
                               {tr("branch eff."), "%"},
                               {tr("load eff."), "%"},
                               {tr("store eff."), "%"},
                               {"sectors/load", tr("per request")},
                               {"conflicts", "passes"}});
  if (has_times) columns.push_back({"time", tr("us, model")});
  table lines(columns);
  for (const auto& row : rows) {
    const counters& c = row.counts;
    std::vector<std::string> cells{short_name(row.kernel),
                                   numbered ? number_of(row) : grouped(row.launches),
                                   shape(row.grid),
                                   shape(row.block),
                                   occupancy_of(row),
                                   fixed(instructions_per_warp(c), 2),
                                   fixed(active_lanes_per_instruction(c), 2),
                                   fixed(branch_efficiency(c), 2, tr("no branches")),
                                   fixed(global_load_efficiency(c), 2),
                                   fixed(global_store_efficiency(c), 2),
                                   fixed(sectors_per_load_request(c), 2),
                                   conflicts_of(c)};
    if (has_times) cells.push_back(model_time_of(row));
    lines.add(cells);
  }
  std::ostringstream out;
  lines.print(out);
  return out.str();
}

std::string footnote(const report& seen, const palette& colours, bool has_times) {
  return colours.dim(
             tr("Counted by the {} ({}), per PTX instruction; occupancy is the theoretical one. {}",
                seen.backend, seen.device,
                has_times ? tr("Times are estimates by a model; ./lockstep estimate says more.")
                          : tr("Times need a GPU; --time adds estimates by a model."))) +
         "\n";
}

}  // namespace lockstep::tutor
