#include "simt/lowering/row_assignment.hpp"

#include <algorithm>
#include <queue>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

// Registers that are alive at the begin of each basic block, by the usual backwards iteration.
class liveness {
 public:
  explicit liveness(const ptx::decoded_function& f)
      : function_(f),
        words_((f.source->registers.size() + 63) / 64),
        read_(f.blocks.size(), set(words_)),
        written_(f.blocks.size(), set(words_)),
        alive_(f.blocks.size(), set(words_)) {
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i)
        note(b, f.instructions[i]);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = f.blocks.size(); b-- > 0;) changed = update(b) || changed;
    }
  }

  bool at_begin(std::size_t block, std::uint32_t r) const { return has(alive_[block], r); }
  bool at_end(std::size_t block, std::uint32_t r) const {
    const auto& next = function_.blocks[block].successors;
    return std::any_of(next.begin(), next.end(),
                       [&](std::uint32_t n) { return has(alive_[n], r); });
  }

 private:
  using set = std::vector<std::uint64_t>;
  static bool has(const set& s, std::uint32_t r) { return (s[r / 64] >> (r % 64) & 1) != 0; }
  static void add(set& s, std::uint32_t r) { s[r / 64] |= std::uint64_t{1} << (r % 64); }

  void note(std::size_t block, const ptx::decoded& i) {
    each_source(i, [&](std::uint32_t r) {
      if (!has(written_[block], r)) add(read_[block], r);
    });
    if (only_writes_first(i)) each_result(i, [&](std::uint32_t r) { add(written_[block], r); });
  }

  bool update(std::size_t block) {
    bool changed = false;
    for (std::size_t n = 0; n < words_; ++n) {
      std::uint64_t behind = 0;
      for (const std::uint32_t next : function_.blocks[block].successors) behind |= alive_[next][n];
      const std::uint64_t now = read_[block][n] | (behind & ~written_[block][n]);
      changed = changed || now != alive_[block][n];
      alive_[block][n] = now;
    }
    return changed;
  }

  const ptx::decoded_function& function_;
  std::size_t words_;
  std::vector<set> read_, written_, alive_;  // by block: read before written, written, alive
};

// The instructions, in layout order, among which a register may be alive.
struct live_range {
  std::uint32_t first = ~0u, last = 0;
  void include(std::uint32_t at) {
    first = std::min(first, at);
    last = std::max(last, at);
  }
};

std::vector<live_range> live_ranges_of(const ptx::decoded_function& f) {
  const auto registers = static_cast<std::uint32_t>(f.source->registers.size());
  std::vector<live_range> result(registers);
  const liveness alive(f);
  for (std::size_t b = 0; b < f.blocks.size(); ++b) {
    const ptx::basic_block& block = f.blocks[b];
    for (std::uint32_t r = 0; r < registers; ++r) {
      if (alive.at_begin(b, r)) result[r].include(block.first);
      if (alive.at_end(b, r)) result[r].include(block.last);
    }
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      each_source(f.instructions[i], [&](std::uint32_t r) { result[r].include(i); });
      each_result(f.instructions[i], [&](std::uint32_t r) { result[r].include(i); });
    }
  }
  return result;
}

}  // namespace

row_assignment assign_rows(const ptx::decoded_function& function,
                           const std::vector<std::uint8_t>& width,
                           const std::vector<std::uint32_t>& kept) {
  const auto registers = static_cast<std::uint32_t>(width.size());
  std::vector<live_range> alive = live_ranges_of(function);
  for (const std::uint32_t i : kept) {
    each_result(function.instructions[i], [&](std::uint32_t r) { alive[r] = {0, ~0u}; });
  }
  std::vector<std::uint32_t> order(registers);
  for (std::uint32_t r = 0; r < registers; ++r) order[r] = r;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return alive[a].first != alive[b].first ? alive[a].first < alive[b].first : a < b;
  });

  row_assignment result;
  result.slot.resize(registers);
  using taken_row = std::pair<std::uint32_t, std::uint32_t>;  // alive until, slot
  std::priority_queue<taken_row, std::vector<taken_row>, std::greater<>> taken[17];
  for (const std::uint32_t r : order) {
    auto& rows = taken[width[r]];
    std::uint32_t slot = 0;
    if (!rows.empty() && rows.top().first < alive[r].first) {
      slot = rows.top().second;
      rows.pop();
    } else {
      slot = result.used[width[r]]++;
    }
    result.slot[r] = slot;
    rows.emplace(alive[r].last, slot);
  }
  return result;
}

}  // namespace lockstep::simt
