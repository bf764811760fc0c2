#include "timing/sharing.hpp"

#include <algorithm>
#include <unordered_map>

#include "timing/model.hpp"

namespace lockstep::timing {
namespace {

// How many pairs of sectors, which DRAM moves as one, a sampled block touches in an allocation,
// each once.
double pairs_in(const block_path& path, const memory_range& where) {
  std::vector<std::pair<std::uint64_t, std::uint8_t>> all;
  for (const warp_path& w : path.warps)
    for (const touched_line& l : w.lines)
      if (l.line * 128 + 127 >= where.begin && l.line * 128 < where.begin + where.size)
        all.emplace_back(l.line, l.sectors);
  std::sort(all.begin(), all.end());
  double sum = 0;
  for (std::size_t n = 0; n < all.size();) {
    unsigned sectors = 0;
    const std::uint64_t line = all[n].first;
    for (; n < all.size() && all[n].first == line; ++n) sectors |= all[n].second;
    sum += ((sectors & 3) != 0) + ((sectors & 12) != 0);
  }
  return sum;
}

// How far apart what a sampled block touches in an allocation lies, in bytes.
double reach_in(const block_path& path, const memory_range& where) {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (const warp_path& w : path.warps) {
    for (const touched_line& l : w.lines) {
      if (l.line * 128 + 127 < where.begin || l.line * 128 >= where.begin + where.size) continue;
      least = std::min(least, l.line);
      most = std::max(most, l.line);
    }
  }
  return most < least ? 0 : static_cast<double>(most - least) * 128;
}

std::uint64_t slice_of(std::uint64_t line, const machine& on) {
  return line * 128 / static_cast<std::uint64_t>(std::max(128.0, on.l2_slice_bytes));
}

void find_common(sharing& result, const recorder& paths) {
  std::unordered_map<std::uint64_t, const block_path*> first;
  for (const auto& path : paths.paths())
    for (const warp_path& w : path->warps)
      for (const touched_line& l : w.lines)
        if (first.try_emplace(l.line, path.get()).first->second != path.get())
          result.common.insert(l.line);
}

// What SMs do to the lines that all of them work on: a slice of L2, or an address, that has more
// of it than others is what the launch waits for. A line counts as a block that works on it does,
// however few of the sampled ones do.
void spread_atomics(sharing& result, const recorder& paths, const machine& on) {
  struct of_line {
    double turns = 0, same = 0, blocks = 0;
    const block_path* last = nullptr;
  };
  std::unordered_map<std::uint64_t, of_line> lines;
  for (const auto& path : paths.paths()) {
    for (const warp_path& w : path->warps) {
      for (const touched_line& l : w.lines) {
        if (l.turns == 0 || !result.common.contains(l.line)) continue;
        of_line& sum = lines[l.line];
        sum.turns += l.turns;
        sum.same += l.same;
        sum.blocks += sum.last != path.get();
        sum.last = path.get();
      }
    }
  }
  if (lines.empty()) return;
  std::vector<double> turns(static_cast<std::size_t>(std::max(1.0, on.l2_slices)), 0);
  double all = 0, hottest = 0;
  for (const auto& [line, sum] : lines) {
    turns[slice_of(line, on) % turns.size()] += sum.turns / sum.blocks;
    all += sum.turns / sum.blocks;
    hottest = std::max(hottest, sum.same / sum.blocks);
  }
  result.atomic_slices = all / *std::max_element(turns.begin(), turns.end());
  result.hottest = hottest / all;
}

}  // namespace

const sharing::of_allocation* sharing::find(std::uint64_t line) const {
  for (const of_allocation& a : allocations)
    if (line * 128 + 127 >= a.where.begin && line * 128 < a.where.begin + a.where.size) return &a;
  return nullptr;
}

std::vector<memory_range> allocations_of(const recorder& paths) {
  std::vector<memory_range> all;
  for (const auto& path : paths.paths()) {
    for (const memory_range& r : path->allocations) {
      const bool is_known = std::any_of(all.begin(), all.end(),
                                        [&](const memory_range& a) { return a.begin == r.begin; });
      if (!is_known) all.push_back(r);
    }
  }
  return all;
}

// No more of an allocation comes from DRAM than there is of it: blocks that touch more in all share
// what they touch. Those that reach further than L2 come back to a line after it has gone.
sharing sharing_of(const recorder& paths, const launch& what, const machine& on) {
  sharing result;
  double bytes = 0;
  for (const memory_range& r : allocations_of(paths)) result.allocations.push_back({r, 1});
  find_common(result, paths);
  spread_atomics(result, paths, on);
  for (sharing::of_allocation& a : result.allocations) {
    double touched = 0, reach = 0;
    for (const auto& path : paths.paths()) {
      touched += pairs_in(*path, a.where);
      reach = std::max(reach, reach_in(*path, a.where));
    }
    const auto size = static_cast<double>(a.where.size);
    touched *= static_cast<double>(what.blocks) / static_cast<double>(paths.paths().size());
    if (touched > 0) a.from_dram = std::min(1.0, size / 64 / touched);
    const double room = on.l2_bytes * on.l2_kept;
    if (reach > room) a.from_dram = 1 - (1 - a.from_dram) * room / size;
    bytes += static_cast<double>(a.where.size);
  }
  if (what.is_warm && bytes <= on.l2_bytes / 2)
    for (sharing::of_allocation& a : result.allocations) a.from_dram = 0;
  if (what.kept != nullptr) {
    for (std::size_t n = 0; n < result.allocations.size(); ++n)
      result.allocations[n].from_dram *= 1 - what.kept->shares[n];
    result.written_back = what.kept->written_back;
  }
  return result;
}

}  // namespace lockstep::timing
