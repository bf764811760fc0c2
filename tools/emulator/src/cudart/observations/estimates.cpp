#include "cudart/observations/estimates.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

#include "cudart/devices/device_profile.hpp"
#include "cudart/environment.hpp"
#include "cudart/observations/timeline.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/launch_overlap.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "timing/ablation.hpp"
#include "timing/model.hpp"

namespace lockstep::cudart {
namespace {

using protocol::time_estimate;

constexpr std::size_t most_lines = 10;
constexpr double least_percent = 0.5;

// What ptxas would make of the kernel, made once. By name too: a device that is reset forgets its
// code, and other code may come to lie in its place.
const timing::program& program_of(const simt::counted_grid& grid) {
  using key = std::pair<const ptx::decoded_function*, std::string>;
  static std::mutex mutex;
  static auto& known = *new std::map<key, std::unique_ptr<timing::program>>;
  const std::scoped_lock lock(mutex);
  std::unique_ptr<timing::program>& made = known[{grid.code, grid.kernel.name}];
  if (made == nullptr)
    made = std::make_unique<timing::program>(*grid.code, grid.kernel.spills, grid.kernel.registers,
                                             settings().clock_without != "instruction order");
  return *made;
}

// Four of five recorded kernels with the same limit were predicted as near as that.
double error_percent_of(std::string_view limited_by, bool spills) {
  struct usual_error {
    std::string_view of;
    double percent;
  };
  constexpr usual_error all[] = {
#define USUAL_ERROR(limit, percent) {limit, percent},
#include "cudart/observations/usual_errors.def"
#undef USUAL_ERROR
  };
  double most = 0;
  for (const usual_error& one : all)
    if (one.of == limited_by || (spills && one.of == "spills")) most = std::max(most, one.percent);
  return most;
}

std::string refusal_of(const simt::counted_grid& grid, int resident) {
  const std::string before = refusal_before(grid.kernel, grid.options, *grid.code, grid.launches);
  if (!before.empty()) return before;
  if (grid.parent != 0) return "a kernel launched it";
  if (grid.kernel.spilled_bytes != 0 && grid.kernel.spills.accesses.empty())
    return protocol::phrase(
        "spills-unseen",
        "registers are spilled ({} bytes of a thread), and no machine code shows where",
        grid.kernel.spilled_bytes);
  if (grid.kernel.ptx_target.find("debug") != std::string::npos)
    return "it was compiled for a debugger (-G)";
  if (resident == 0) return "how many blocks fit on an SM is not known";
  if (grid.paths == nullptr) return "the launch did not come to its end";
  return {};
}

std::vector<protocol::stall_share> shares(const timing::stall_cycles& cycles, double all) {
  std::vector<protocol::stall_share> list;
  for (std::size_t s = 0; s < timing::stalls; ++s)
    if (const double percent = 100 * cycles[s] / all; percent >= least_percent)
      list.push_back({std::string(timing::name_of(static_cast<timing::stall>(s))), percent});
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.percent > b.percent; });
  return list;
}

void add_stalls(time_estimate& to, const timing::estimate& e, const simt::counted_grid& grid) {
  const double all = std::accumulate(e.cycles.begin(), e.cycles.end(), 0.0);
  if (all == 0) return;
  to.stalls = shares(e.cycles, all);
  std::map<std::pair<std::string_view, std::uint32_t>, timing::stall_cycles> lines;
  for (const timing::line_stalls& one : e.by_instruction) {
    const metrics::instruction_facts& at = grid.instructions[one.instruction];
    timing::stall_cycles& sum = lines[{at.file, at.line}];
    for (std::size_t s = 0; s < timing::stalls; ++s) sum[s] += one.cycles[s];
  }
  for (const auto& [at, cycles] : lines) {
    const double percent = 100 * std::accumulate(cycles.begin(), cycles.end(), 0.0) / all;
    if (percent < least_percent) continue;
    to.lines.push_back({std::string(at.first), at.second, percent, shares(cycles, all)});
  }
  std::stable_sort(to.lines.begin(), to.lines.end(),
                   [](const auto& a, const auto& b) { return a.percent > b.percent; });
  if (to.lines.size() > most_lines) to.lines.resize(most_lines);
}

double warp_blocks(const simt::counted_grid& grid) {
  double sum = 0;
  for (const ptx::basic_block& b : grid.code->blocks)
    if (b.first != b.last) sum += static_cast<double>(grid.counts[b.first].executions);
  return sum;
}

// Of all blocks, where only the followed ones ran: the first and the last stand for themselves,
// those between them for all others. Where paths were cut, all stand for as many.
double warp_blocks_of_all(const simt::counted_grid& grid) {
  const double counted = warp_blocks(grid);
  if (!grid.samples_only || grid.paths == nullptr) return counted;
  const auto& paths = grid.paths->paths();
  const double blocks =
      double{1} * grid.options.grid[0] * grid.options.grid[1] * grid.options.grid[2];
  const double others = (blocks - 2) / std::max(1.0, static_cast<double>(paths.size()) - 2);
  double sum = 0;
  for (const auto& path : paths) {
    const bool is_end = path == paths.front() || path == paths.back();
    for (const timing::warp_path& w : path->warps) {
      if (w.is_cut) return counted * blocks / static_cast<double>(paths.size());
      sum += (is_end ? 1 : others) * static_cast<double>(w.visits.size());
    }
  }
  return sum;
}

timing::launch launch_of(const simt::counted_grid& grid, int resident) {
  const auto& options = grid.options;
  timing::launch what;
  what.blocks = std::uint64_t{options.grid[0]} * options.grid[1] * options.grid[2];
  what.warps = (options.block[0] * options.block[1] * options.block[2] + 31) / 32;
  what.resident = static_cast<unsigned>(resident);
  what.shared_bytes = grid.kernel.static_shared_bytes + options.dynamic_shared_bytes;
  what.warp_blocks = warp_blocks_of_all(grid);
  what.is_quick = grid.samples_only;
  what.is_warm = settings().clock == clock_setting::warm;
  return what;
}

// What is in L2, of what this process has done so far.
struct l2_of_process {
  std::mutex mutex;
  std::unique_ptr<timing::l2_record> record;

  static l2_of_process& get() {
    static auto& one = *new l2_of_process;
    return one;
  }
  timing::l2_record& made() {
    if (record == nullptr)
      record = std::make_unique<timing::l2_record>(*runtime::get().device->timing);
    return *record;
  }
};

bool keeps_l2() {
  return settings().clock == clock_setting::kept && runtime::get().device->timing != nullptr;
}

timing::kept_in_l2 found_by(const simt::counted_grid& grid, const timing::launch& what) {
  const auto traffic =
      timing::traffic_of(program_of(grid), *grid.paths, what, *runtime::get().device->timing);
  l2_of_process& l2 = l2_of_process::get();
  const std::scoped_lock lock(l2.mutex);
  return l2.made().run(traffic);
}

time_estimate made_for(const simt::counted_grid& grid, int resident, const timing::launch& what,
                       bool what_ifs) {
  time_estimate result;
  result.device = runtime::get().device->id;
  result.refused = refusal_of(grid, resident);
  if (!result.refused.empty()) return result;
  timing::machine on = *runtime::get().device->timing;
  timing::launch without = what;
  timing::remove_part(settings().clock_without, on, without);
  std::optional<timeline> seen;
  if (what_ifs && grid.is_traced && wants_timeline()) seen.emplace(grid);
  // Each is a simulation of its own, and a timeline has no use for them.
  const bool with_variants =
      what_ifs && settings().clock_without.empty() && settings().timeline.empty();
  const timing::estimate e = timing::estimate_of(program_of(grid), *grid.paths, without, on,
                                                 with_variants, seen ? &*seen : nullptr);
  result.refused = e.refused;
  if (!result.refused.empty()) return result;
  if (seen) seen->write(result.device);
  result.microseconds = e.microseconds;
  result.error_percent = error_percent_of(e.limited_by, grid.kernel.spilled_bytes != 0);
  result.launch_microseconds = e.launch_microseconds;
  result.limited_by = e.limited_by;
  result.occupancy = e.occupancy;
  result.waves = e.waves;
  result.issue = e.issue;
  result.dram = e.dram;
  result.l2 = e.l2;
  result.warp_instructions = e.instructions;
  for (const timing::what_if& one : e.variants)
    result.what_if.push_back({std::string(one.change), one.microseconds});
  add_stalls(result, e, grid);
  return result;
}

// Launches that do alike take as long: programs often repeat one.
struct known_launch {
  const ptx::decoded_function* code;
  std::string kernel;
  protocol::dimensions grid, block;
  std::uint32_t shared_bytes;
  std::vector<metrics::instruction_counts> counts;
  std::uint64_t paths;
  bool what_ifs;
  bool is_traced;  // and has a timeline, if these are wanted
  timing::kept_in_l2 kept;
  time_estimate estimate;
};

bool is_like(const timing::kept_in_l2& a, const timing::kept_in_l2& b) {
  constexpr double much = 0.02;
  const auto near = [](double x, double y) { return std::abs(x - y) < much; };
  return near(a.written_back, b.written_back) && a.shares.size() == b.shares.size() &&
         std::equal(a.shares.begin(), a.shares.end(), b.shares.begin(), near);
}

bool is_like(const known_launch& known, const simt::counted_grid& grid, std::uint64_t paths,
             const timing::kept_in_l2& kept) {
  return known.code == grid.code && known.kernel == grid.kernel.name &&
         known.grid == grid.options.grid && known.block == grid.options.block &&
         known.shared_bytes == grid.options.dynamic_shared_bytes && known.counts == grid.counts &&
         known.paths == paths && is_like(known.kept, kept);
}

}  // namespace

void note_traffic(std::uint64_t address, std::uint64_t bytes, bool writes) {
  if (!keeps_l2()) return;
  const memory::allocation* in = runtime::get().memory.find(address);
  const bool is_of_device = in != nullptr && (in->kind == memory::allocation_kind::device ||
                                              in->kind == memory::allocation_kind::variable);
  if (!is_of_device) return;
  l2_of_process& l2 = l2_of_process::get();
  const std::scoped_lock lock(l2.mutex);
  l2.made().touch(address, bytes, writes);
}

std::string refusal_before(const simt::kernel_facts& kernel, const simt::launch_options& options,
                           const ptx::decoded_function& code, bool launches) {
  if (runtime::get().device->timing == nullptr)
    return "the model has no measurements of this device, only of an H200 and an H100";
  if (launches) return "the kernel launches kernels";
  if (cluster_of(options, kernel)[0] > 1) return "its blocks form clusters";
  return timing::refusal(code, options.cooperative);
}

time_estimate estimate_of(const simt::counted_grid& grid, int resident, bool what_ifs) {
  constexpr std::size_t most = 16;
  static std::mutex mutex;
  static auto& known = *new std::deque<known_launch>;
  const std::scoped_lock lock(mutex);
  const bool is_followed = grid.paths != nullptr;
  timing::launch what = launch_of(grid, resident);
  timing::kept_in_l2 kept;
  if (keeps_l2() && is_followed && !grid.samples_only) {
    kept = found_by(grid, what);
    what.kept = &kept;
  }
  const bool is_after_fill =
      settings().clock == clock_setting::flushed || runtime::get().on_trial.is_after_fill();
  if (is_after_fill && runtime::get().device->timing != nullptr && is_followed) {
    const timing::machine& on = *runtime::get().device->timing;
    kept =
        timing::found_after_flush(timing::traffic_of(program_of(grid), *grid.paths, what, on), on);
    what.kept = &kept;
  }
  if (const std::string overlap = overlap_of_launch(); !overlap.empty() && grid.parent == 0) {
    time_estimate none;
    none.device = runtime::get().device->id;
    none.refused = overlap;
    return none;
  }
  if (is_followed) grid.paths->rebase();
  const std::uint64_t paths = is_followed ? grid.paths->digest() : 0;
  for (const known_launch& one : known)
    if (one.what_ifs == what_ifs && is_like(one, grid, paths, kept) &&
        (one.is_traced || !grid.is_traced || !wants_timeline()))
      return one.estimate;
  time_estimate result = made_for(grid, resident, what, what_ifs);
  if (known.size() == most) known.pop_front();
  known.push_back({grid.code, grid.kernel.name, grid.options.grid, grid.options.block,
                   grid.options.dynamic_shared_bytes, grid.counts, paths, what_ifs, grid.is_traced,
                   kept, result});
  return result;
}

}  // namespace lockstep::cudart
