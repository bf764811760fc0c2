// Which parts of memory a launch touches, in the order of time, as its sampled blocks show it.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "timing/l2_record.hpp"
#include "timing/model.hpp"
#include "timing/sharing.hpp"

namespace lockstep::timing {
namespace {

constexpr unsigned steps = 16;  // between two sampled blocks, or of the time that all take

struct extent {
  std::uint64_t begin = ~std::uint64_t{0}, end = 0;
  double bytes = 0;
  bool writes = false;
  bool is_empty() const { return end <= begin; }
};

// What a block touches in an allocation during a part of its time.
class block_extents {
 public:
  block_extents(const block_path& path, const std::vector<bool>& writes,
                const std::vector<memory_range>& allocations, unsigned parts)
      : parts_(parts), extents_(allocations.size() * parts) {
    for (const warp_path& w : path.warps)
      for (std::size_t n = 0; n < w.accesses.size(); ++n) add(w, n, writes, allocations);
  }
  const extent& at(std::size_t allocation, unsigned part) const {
    return extents_[allocation * parts_ + part];
  }

 private:
  void add(const warp_path& w, std::size_t n, const std::vector<bool>& writes,
           const std::vector<memory_range>& allocations) {
    const memory_access& a = w.accesses[n];
    if (a.space != ptx::state_space::global) return;
    const auto part = static_cast<unsigned>(n * parts_ / w.accesses.size());
    for (unsigned k = 0; k < a.lines; ++k) {
      const touched_line& l = w.lines[a.first_line + k];
      for (std::size_t m = 0; m < allocations.size(); ++m) {
        const memory_range& r = allocations[m];
        if (l.line * 128 + 127 < r.begin || l.line * 128 >= r.begin + r.size) continue;
        extent& e = extents_[m * parts_ + part];
        std::uint8_t& known = seen_[l.line];
        e.begin = std::min(e.begin, std::max(r.begin, l.line * 128));
        e.end = std::max(e.end, std::min(r.begin + r.size, l.line * 128 + 128));
        e.bytes += 32.0 * static_cast<double>(
                              std::popcount(static_cast<std::uint8_t>(l.sectors & ~known)));
        known |= l.sectors;
        e.writes = e.writes || writes[a.instruction];
        break;
      }
    }
  }

  unsigned parts_;
  std::vector<extent> extents_;
  std::unordered_map<std::uint64_t, std::uint8_t> seen_;
};

std::uint64_t between(std::uint64_t a, std::uint64_t b, double f) {
  return b >= a ? a + static_cast<std::uint64_t>(f * static_cast<double>(b - a))
                : a - static_cast<std::uint64_t>(f * static_cast<double>(a - b));
}

void add_part(launch_traffic& to, std::size_t allocation, const extent& e, double bytes) {
  if (e.is_empty()) return;
  bytes = std::min(bytes, static_cast<double>(e.end - e.begin));
  to.parts.push_back({e.begin, e.end, bytes, e.writes, allocation});
}

// All blocks run at once: what they touch comes in the order in which each does.
void add_at_once(launch_traffic& to, const std::vector<block_extents>& blocks, double count) {
  for (unsigned part = 0; part < steps; ++part) {
    for (std::size_t m = 0; m < to.allocations.size(); ++m) {
      extent all;
      for (const block_extents& b : blocks) {
        const extent& e = b.at(m, part);
        all.begin = std::min(all.begin, e.begin);
        all.end = std::max(all.end, e.end);
        all.bytes += e.bytes;
        all.writes = all.writes || e.writes;
      }
      add_part(to, m, all, all.bytes * count / static_cast<double>(blocks.size()));
    }
  }
}

// Blocks that begin after each other: those between two sampled ones lie between them in memory.
void add_in_turn(launch_traffic& to, const recorder& paths,
                 const std::vector<block_extents>& blocks) {
  for (std::size_t n = 0; n + 1 < blocks.size(); ++n) {
    const auto count = static_cast<double>(paths.paths()[n + 1]->index - paths.paths()[n]->index);
    for (unsigned s = 0; s < steps; ++s) {
      const double f = s / static_cast<double>(steps), g = (s + 1) / static_cast<double>(steps);
      for (std::size_t m = 0; m < to.allocations.size(); ++m) {
        const extent &a = blocks[n].at(m, 0), &b = blocks[n + 1].at(m, 0);
        if (a.is_empty() || b.is_empty()) {
          if (s == 0) add_part(to, m, a.is_empty() ? b : a, std::max(a.bytes, b.bytes));
          continue;
        }
        const std::uint64_t ends[] = {between(a.begin, b.begin, f), between(a.begin, b.begin, g),
                                      between(a.end, b.end, f), between(a.end, b.end, g)};
        const auto [least, most] = std::minmax_element(std::begin(ends), std::end(ends));
        add_part(to, m, {*least, *most, 0, a.writes || b.writes},
                 (a.bytes + b.bytes) / 2 * count / steps);
      }
    }
  }
}

}  // namespace

std::vector<bool> writing_instructions(const program& code) {
  std::vector<bool> all(code.instructions, false);
  for (const region& r : code.regions)
    for (const operation& o : r.operations)
      if (o.what == action::store || o.what == action::atomic || o.what == action::reduction)
        all[o.instruction] = true;
  return all;
}

launch_traffic traffic_of(const program& code, const recorder& paths, const launch& what,
                          const machine& on) {
  launch_traffic result;
  result.allocations = allocations_of(paths);
  const std::vector<bool> writes = writing_instructions(code);
  const double at_once = static_cast<double>(what.resident) * on.multiprocessors;
  const bool is_one_wave = static_cast<double>(what.blocks) <= at_once || paths.paths().size() < 2;
  std::vector<block_extents> blocks;
  for (const auto& path : paths.paths())
    blocks.emplace_back(*path, writes, result.allocations, is_one_wave ? steps : 1);
  if (is_one_wave)
    add_at_once(result, blocks, static_cast<double>(what.blocks));
  else
    add_in_turn(result, paths, blocks);
  return result;
}

}  // namespace lockstep::timing
