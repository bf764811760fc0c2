#include "timing/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>

#include "timing/multiprocessor.hpp"
#include "timing/sharing.hpp"

namespace lockstep::timing {
namespace {

constexpr double most_operations = 1.5e6;     // that one prediction simulates,
constexpr double quick_operations = 0.4e6;    // a quick one, unless blocks are long,
constexpr double variant_operations = 0.3e6;  // and each of its what-ifs
constexpr unsigned least_rounds = 4;  // of blocks in each place, before the rest is inferred

// Of a block whose warps end after `most` visits.
double operations_of(const program& code, const block_path& path, std::size_t most) {
  double sum = 0;
  for (const warp_path& w : path.warps)
    for (const visit& v : std::span(w.visits).first(std::min(most, w.visits.size())))
      if (const std::int32_t r = code.region_of[v.block]; r >= 0)
        sum += static_cast<double>(code.regions[static_cast<std::size_t>(r)].operations.size());
  return sum;
}

double mean_operations(const program& code, const std::vector<const block_path*>& paths,
                       std::size_t most) {
  double sum = 0;
  for (const block_path* path : paths) sum += operations_of(code, *path, most);
  return sum / static_cast<double>(paths.size());
}

// Ends the warps of long blocks early, so that a few rounds of blocks can be afforded. Returns the
// operations of a block.
double shorten(sm_work& work, const program& code, const std::vector<const block_path*>& paths) {
  std::size_t longest = 0;
  for (const block_path* path : paths)
    for (const warp_path& w : path->warps) longest = std::max(longest, w.visits.size());
  const double rounds =
      static_cast<double>(std::min<std::uint64_t>(work.blocks, least_rounds * work.resident));
  double operations = mean_operations(code, paths, longest);
  while (operations * rounds > 2 * most_operations && longest > 64) {
    work.most_visits = longest /= 2;
    operations = mean_operations(code, paths, longest);
  }
  return operations;
}

// Which paths the blocks of one SM follow, one after another.
struct sm_share {
  std::vector<const block_path*> paths;
  std::vector<double> work;  // of each; empty: of all alike
  double sharers = 1;        // SMs that have as much to do
};

// Alike blocks: any SM, with a block in each place of the followed ones. Else the SM that ends
// last, which may be either of two.
std::vector<sm_share> shares_of(const recorder& paths, const launch& what, const machine& on) {
  const auto multiprocessors = static_cast<std::uint64_t>(on.multiprocessors);
  std::vector<sm_share> all;
  if (!differs(paths.work())) {
    sm_share& any = all.emplace_back();
    for (const auto& path : paths.paths()) any.paths.push_back(path.get());
    const std::uint64_t most = (what.blocks + multiprocessors - 1) / multiprocessors;
    any.sharers = static_cast<double>(what.blocks) / static_cast<double>(most);
    return all;
  }
  const stand_ins known(paths);
  const double sum = std::accumulate(paths.work().begin(), paths.work().end(), 0.0);
  for (const blocks_of_sm& sm :
       busiest(paths.work(), what.resident, static_cast<unsigned>(multiprocessors))) {
    sm_share& one = all.emplace_back();
    for (const std::uint64_t b : sm.blocks) {
      one.paths.push_back(&known.of(b));
      one.work.push_back(paths.work()[b]);
    }
    one.sharers = std::clamp(sum / sm.work, 1.0, static_cast<double>(multiprocessors));
  }
  return all;
}

// Executions of basic blocks by the warps of a block, each of `most_visits` at most.
double warp_blocks_of(const block_path& path, std::size_t most_visits) {
  double sum = 0;
  for (const warp_path& w : path.warps)
    sum += static_cast<double>(std::min(most_visits, w.visits.size()));
  return sum;
}

// The same of all blocks of the launch, as the samples show it.
double warp_blocks_of(const recorder& paths, std::uint64_t blocks, std::size_t most_visits) {
  double sum = 0;
  if (differs(paths.work())) {
    const stand_ins known(paths);
    std::map<const block_path*, double> count;
    for (std::uint64_t b = 0; b < blocks; ++b) ++count[&known.of(b)];
    for (const auto& [path, times] : count) sum += times * warp_blocks_of(*path, most_visits);
    return sum;
  }
  const auto& followed = paths.paths();
  const double others =
      (static_cast<double>(blocks) - 2) / std::max(1.0, static_cast<double>(followed.size()) - 2);
  // The first and the last block stand for themselves, those between them for all others.
  for (const auto& path : followed)
    sum += (path == followed.front() || path == followed.back() ? 1 : others) *
           warp_blocks_of(*path, most_visits);
  return sum;
}

bool is_cut(const std::vector<const block_path*>& paths, std::size_t most_visits) {
  return std::any_of(paths.begin(), paths.end(), [most_visits](const block_path* path) {
    return std::any_of(path->warps.begin(), path->warps.end(), [most_visits](const warp_path& w) {
      return w.is_cut || w.visits.size() > most_visits;
    });
  });
}

constexpr std::size_t no_end = std::numeric_limits<std::size_t>::max();

// Where the blocks that were followed do much less, or much more, than what the others are known to
// do, scaling their time would be a guess.
bool stand_for_all(const recorder& paths, const launch& what) {
  constexpr double most = 2;
  std::vector<const block_path*> all;
  for (const auto* list : {&paths.paths(), &paths.others()})
    for (const auto& path : *list) all.push_back(path.get());
  const double expected = warp_blocks_of(paths, what.blocks, no_end);
  return is_cut(all, no_end) || what.warp_blocks <= 0 || expected <= 0 ||
         (what.warp_blocks < most * expected && expected < most * what.warp_blocks);
}

// By how much more the blocks do than what of their paths was simulated: paths were cut, or blocks
// do more or less than those that stand for them.
double unseen(const recorder& paths, const launch& what, const sm_share& share,
              std::size_t most_visits) {
  const bool cut = is_cut(share.paths, most_visits);
  double seen = warp_blocks_of(paths, what.blocks, most_visits), of_share = 1;
  if (cut && !share.work.empty()) {
    double whole = 0, simulated = 0;
    for (const block_path* path : share.paths) {
      whole += warp_blocks_of(*path, no_end);
      simulated += warp_blocks_of(*path, most_visits);
    }
    of_share = whole / simulated;
    seen = warp_blocks_of(paths, what.blocks, no_end);
  }
  const double scale = what.warp_blocks > 0 && seen > 0 ? what.warp_blocks / seen : 1;
  return of_share * (cut || scale < 0.98 || scale > 1.02 ? scale : 1);
}

struct timed {
  double cycles = 0;
  double simulated = 1;
  sm_run run;
};

// Blocks of an SM that are not simulated, in terms of those that are.
double blocks_left(const sm_share& share, std::uint64_t simulated, std::uint64_t all) {
  const auto some = static_cast<double>(simulated);
  if (share.work.empty()) return static_cast<double>(all) - some;
  double work = 0;
  for (std::uint64_t n = 0; n < simulated; ++n) work += share.work[n * (all - 1) / (simulated - 1)];
  const double sum = std::accumulate(share.work.begin(), share.work.end(), 0.0);
  return std::max(0.0, (sum - work) / (work / some));
}

// The blocks of one SM: as many as it takes to see how long the others will take.
timed time_of_sm(const program& code, const sm_share& share, const machine& on,
                 const sharing& shared, sm_work work, double block_operations, double budget,
                 observer* seen_by = nullptr) {
  const std::uint64_t all = work.blocks;
  const auto affordable = static_cast<std::uint64_t>(budget / std::max(1.0, block_operations));
  work.blocks = std::min(all, std::max<std::uint64_t>(least_rounds * work.resident, affordable));
  timed result;
  result.run = run_blocks(code, share.paths, on, shared, work, seen_by);
  result.cycles = result.run.cycles;
  if (work.blocks == all) return result;
  result.simulated = static_cast<double>(work.blocks) / static_cast<double>(all);
  // Between the first round, whose blocks begin together, and the last, which has no successors.
  const auto& ends = result.run.ends;
  const std::size_t first = work.resident, last = ends.size() - 1 - work.resident;
  const double period = (ends[last] - ends[first]) / static_cast<double>(last - first);
  result.cycles += period * blocks_left(share, work.blocks, all);
  return result;
}

std::string_view limit_of(const estimate& e, const timed& t) {
  const auto part = [&](stall s) {
    double sum = 0;
    for (const double c : e.cycles) sum += c;
    return sum == 0 ? 0 : e.cycles[static_cast<std::size_t>(s)] / sum;
  };
  constexpr double busy = 0.75;
  if (e.launch_microseconds > e.microseconds / 2) return "launch";
  if (e.dram > busy) return "DRAM";
  if (e.l2 > busy) return "L2";
  if (e.issue > busy || part(stall::math_pipe_throttle) > 0.3 || part(stall::mio_throttle) > 0.3)
    return "issue";
  if (t.run.start_limited > 0.5 * t.run.cycles) return "block starts";
  if (part(stall::barrier) > 0.4) return "barriers";
  return "latency";
}

void add_variants(estimate& e, const program& code, const sm_share& share, const machine& on,
                  const sharing& shared, const sm_work& work, double block_operations) {
  // Few blocks are enough to compare the launch with what it would be otherwise.
  const double base =
      time_of_sm(code, share, on, shared, work, block_operations, variant_operations).cycles;
  const auto add = [&](std::string_view change, const machine& m, const sm_work& w) {
    const double otherwise =
        time_of_sm(code, share, m, shared, w, block_operations, variant_operations).cycles;
    const double kernel = e.microseconds - e.launch_microseconds;
    e.variants.push_back({change, kernel * otherwise / base + e.launch_microseconds});
  };
  const auto has = [&](action what) {
    return std::any_of(code.regions.begin(), code.regions.end(), [&](const region& r) {
      return std::any_of(r.operations.begin(), r.operations.end(),
                         [&](const operation& o) { return o.what == what; });
    });
  };
  if (has(action::barrier)) {
    sm_work w = work;
    w.no_barriers = true;
    add("without barriers", on, w);
  }
  machine faster = on;
  faster.dram_gigabytes *= 2;
  add("twice the bandwidth of DRAM", faster, work);
  bool conflicts = false;
  for (const block_path* p : share.paths)
    for (const warp_path& w : p->warps)
      for (const memory_access& a : w.accesses)
        conflicts = conflicts || (a.space == ptx::state_space::shared && a.passes > a.least);
  if (conflicts) {
    sm_work w = work;
    w.no_conflicts = true;
    add("without bank conflicts", on, w);
  }
  const auto warps = static_cast<double>(share.paths.front()->warps.size());
  if (work.blocks > work.resident && 2 * work.resident * warps <= on.max_warps) {
    sm_work w = work;
    w.resident *= 2;
    add("twice the resident warps", on, w);
  }
}

sm_work work_of(const sm_share& share, const launch& what, const machine& on) {
  const auto multiprocessors = static_cast<std::uint64_t>(on.multiprocessors);
  sm_work work;
  work.blocks = share.work.empty() ? (what.blocks + multiprocessors - 1) / multiprocessors
                                   : share.paths.size();
  work.resident = static_cast<unsigned>(std::min<std::uint64_t>(what.resident, work.blocks));
  work.sharers = share.sharers;
  work.no_barriers = what.no_barriers;
  work.no_conflicts = what.no_conflicts;
  constexpr double least_l1 = 16.0 * 1024;
  work.l1_bytes = on.shared_bytes == 0
                      ? 0
                      : std::max(least_l1, on.shared_bytes - work.resident * what.shared_bytes);
  return work;
}

}  // namespace

estimate estimate_of(const program& code, const recorder& paths, const launch& what,
                     const machine& on, bool variants, observer* seen_by) {
  estimate e;
  if (!stand_for_all(paths, what)) {
    e.refused = "its blocks do so different amounts of work that a few do not stand for all";
    return e;
  }
  const sharing shared = sharing_of(code, paths, what, on);
  const double budget = what.is_quick ? quick_operations : most_operations;
  const std::vector<sm_share> shares = shares_of(paths, what, on);
  const sm_share* share = nullptr;
  sm_work work;
  double block_operations = 0, cycles = 0;
  timed t;
  for (const sm_share& one : shares) {
    sm_work w = work_of(one, what, on);
    const double operations = shorten(w, code, one.paths);
    timed run = time_of_sm(code, one, on, shared, w, operations, budget,
                           shares.size() == 1 ? seen_by : nullptr);
    const double all = run.cycles * unseen(paths, what, one, w.most_visits);
    if (share != nullptr && all <= cycles) continue;
    share = &one;
    work = w;
    block_operations = operations;
    cycles = all;
    t = std::move(run);
  }
  if (seen_by != nullptr && shares.size() > 1)
    t = time_of_sm(code, *share, on, shared, work, block_operations, budget, seen_by);

  e.launch_microseconds = on.launch_microseconds;
  e.microseconds = cycles / (on.gigahertz * 1000) + on.launch_microseconds;
  e.simulated = t.simulated;
  e.waves = static_cast<double>(what.blocks) /
            (static_cast<double>(what.resident) * static_cast<double>(on.multiprocessors));
  e.occupancy = t.run.warp_cycles / t.run.cycles / on.max_warps;
  e.issue = t.run.issued / t.run.cycles / on.schedulers;
  e.dram = t.run.dram_busy / t.run.cycles;
  e.l2 = t.run.l2_busy / t.run.cycles;
  e.instructions = t.run.issued / t.simulated * work.sharers;
  e.cycles = t.run.cycles_by_stall;
  for (std::uint32_t n = 0; n < t.run.by_instruction.size(); ++n)
    e.by_instruction.push_back({n, t.run.by_instruction[n]});
  e.limited_by = limit_of(e, t);
  if (variants) add_variants(e, code, *share, on, shared, work, block_operations);
  return e;
}

std::string_view name_of(stall s) {
  constexpr std::string_view names[stalls] = {
      "selected",     "wait",        "long_scoreboard",  "short_scoreboard",
      "barrier",      "membar",      "branch_resolving", "math_pipe_throttle",
      "mio_throttle", "lg_throttle", "not_selected"};
  return names[static_cast<std::size_t>(s)];
}

}  // namespace lockstep::timing
