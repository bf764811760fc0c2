#include "timing/sharing.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "timing/l2_record.hpp"
#include "timing/model.hpp"

namespace lockstep::timing {
namespace {

using worked_part = sharing::of_part;

// What an instruction reads of an allocation.
struct reading {
  worked_part from;
  const block_path* last_user = nullptr;
  unsigned users = 0;  // of the sampled blocks

  void add(const block_path& path, std::uint64_t line) {
    from.first = std::min(from.first, line);
    from.last = std::max(from.last, line);
    users += last_user != &path;
    last_user = &path;
  }
  // Between two sampled blocks: of those in between nothing is known.
  std::uint64_t hole() const { return users < 2 ? 1 : (from.last - from.first) / (users - 1) + 1; }
};

std::vector<reading> readings_of(const recorder& paths, const memory_range& where,
                                 const std::vector<bool>& writes) {
  const std::uint64_t first = where.begin / 128, last = (where.begin + where.size - 1) / 128;
  std::map<std::uint32_t, reading> by_instruction;
  for (const auto& path : paths.paths()) {
    for (const warp_path& w : path->warps) {
      for (const memory_access& a : w.accesses) {
        if (a.space != ptx::state_space::global || writes[a.instruction]) continue;
        for (unsigned n = 0; n < a.lines; ++n) {
          const std::uint64_t line = w.lines[a.first_line + n].line;
          if (line < first || line > last) continue;
          by_instruction.try_emplace(a.instruction, reading{{line, line, 1}, nullptr, 0})
              .first->second.add(*path, line);
        }
      }
    }
  }
  std::vector<reading> all;
  for (const auto& [instruction, r] : by_instruction) all.push_back(r);
  std::sort(all.begin(), all.end(),
            [](const reading& a, const reading& b) { return a.from.first < b.from.first; });
  return all;
}

// Where a launch reads in an allocation, the first and the last block of the grid being among those
// that are sampled: what each instruction reads, from its first line to its last, is a part; those
// that meet, or lie no further apart than sampled blocks do, are one.
std::vector<worked_part> parts_of(const recorder& paths, const memory_range& where,
                                  const std::vector<bool>& writes) {
  std::vector<worked_part> result;
  std::uint64_t hole = 1;
  for (const reading& r : readings_of(paths, where, writes)) {
    if (!result.empty() && r.from.first <= result.back().last + std::max(hole, r.hole())) {
      result.back().last = std::max(result.back().last, r.from.last);
      hole = std::max(hole, r.hole());
    } else {
      result.push_back(r.from);
      hole = r.hole();
    }
  }
  return result;
}

struct touched_part {
  double pairs = 0;  // of sectors, which DRAM moves as one, each once
  double reach = 0;  // how far apart they lie, in bytes
};

touched_part touched_by(const block_path& path, const worked_part& where) {
  std::vector<std::pair<std::uint64_t, std::uint8_t>> all;
  for (const warp_path& w : path.warps)
    for (const touched_line& l : w.lines)
      if (l.line >= where.first && l.line <= where.last) all.emplace_back(l.line, l.sectors);
  if (all.empty()) return {};
  std::sort(all.begin(), all.end());
  touched_part result{0, static_cast<double>(all.back().first - all.front().first) * 128};
  for (std::size_t n = 0; n < all.size();) {
    unsigned sectors = 0;
    const std::uint64_t line = all[n].first;
    for (; n < all.size() && all[n].first == line; ++n) sectors |= all[n].second;
    result.pairs += ((sectors & 3) != 0) + ((sectors & 12) != 0);
  }
  return result;
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

// No more comes from DRAM than there is, `size` bytes: blocks that touch more in all share what
// they touch. Those that reach further than L2 come back to a line after it has gone.
double share_from_dram(const recorder& paths, const launch& what, const machine& on,
                       const worked_part& p, double size) {
  const auto samples = static_cast<double>(paths.paths().size());
  double pairs = 0, reach = 0, users = 0;
  for (const auto& path : paths.paths()) {
    const touched_part by = touched_by(*path, p);
    pairs += by.pairs;
    users += by.pairs > 0;
    reach = std::max(reach, by.reach);
  }
  // Where not all sampled blocks read, a part goes on beyond the outermost that do; how far beyond
  // a single one, nobody knows.
  const double all = static_cast<double>(p.last - p.first + 1) * 128;
  const double beyond = users > 1 ? users / samples * (samples - 1) / (users - 1) : size / all;
  size = std::min(size, all * beyond);
  double result = 1;
  const double touched = pairs * static_cast<double>(what.blocks) / samples;
  constexpr double more = 1.02;
  if (touched > more * size / 64) result = size / 64 / touched;
  const double room = on.l2_bytes * on.l2_kept;
  return reach > room ? 1 - (1 - result) * room / size : result;
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

void sharing::of_allocation::scale(double by) {
  otherwise *= by;
  for (of_part& p : parts) p.from_dram *= by;
}

double sharing::of_allocation::from_dram(std::uint64_t line) const {
  for (const of_part& p : parts)
    if (line >= p.first && line <= p.last) return p.from_dram;
  return otherwise;
}

sharing sharing_of(const program& code, const recorder& paths, const launch& what,
                   const machine& on) {
  sharing result;
  double bytes = 0;
  const std::vector<bool> writes = writing_instructions(code);
  for (const memory_range& r : allocations_of(paths))
    result.allocations.push_back({r, 1, parts_of(paths, r, writes)});
  find_common(result, paths);
  spread_atomics(result, paths, on);
  for (sharing::of_allocation& a : result.allocations) {
    const auto size = static_cast<double>(a.where.size);
    const worked_part all{a.where.begin / 128, (a.where.begin + a.where.size - 1) / 128, 1};
    a.otherwise = share_from_dram(paths, what, on, all, size);
    for (worked_part& p : a.parts) p.from_dram = share_from_dram(paths, what, on, p, size);
    bytes += size;
  }
  if (what.is_warm && bytes <= on.l2_bytes / 2)
    for (sharing::of_allocation& a : result.allocations) a.scale(0);
  if (what.kept != nullptr) {
    for (std::size_t n = 0; n < result.allocations.size(); ++n)
      result.allocations[n].scale(1 - what.kept->shares[n]);
    result.written_back = what.kept->written_back;
  }
  return result;
}

}  // namespace lockstep::timing
