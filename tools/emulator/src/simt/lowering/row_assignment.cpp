#include "simt/lowering/row_assignment.hpp"

#include <algorithm>
#include <queue>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

// Registers whose value may reach another basic block. Most registers of nvcc live in one block,
// and sets of the others are small.
class travellers {
 public:
  static constexpr std::uint32_t none = ~0u;

  explicit travellers(const ptx::decoded_function& f) : number_(f.source->registers.size(), none) {
    std::vector<std::uint32_t> home(number_.size(), none);
    std::vector<bool> written(number_.size(), false);
    const auto meet = [&](std::uint32_t r, std::uint32_t block) {
      if (home[r] == none) home[r] = block;
      if (home[r] != block) add(r);
    };
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      for (std::uint32_t n = f.blocks[b].first; n < f.blocks[b].last; ++n) {
        const ptx::decoded& i = f.instructions[n];
        each_source(i, [&](std::uint32_t r) {
          meet(r, b);
          if (!written[r]) add(r);  // perhaps what an earlier round has left
        });
        each_result(i, [&](std::uint32_t r) {
          meet(r, b);
          if (only_writes_first(i)) written[r] = true;
        });
      }
    }
  }

  std::uint32_t number(std::uint32_t r) const { return number_[r]; }
  const std::vector<std::uint32_t>& registers() const { return registers_; }

 private:
  void add(std::uint32_t r) {
    if (number_[r] != none) return;
    number_[r] = static_cast<std::uint32_t>(registers_.size());
    registers_.push_back(r);
  }

  std::vector<std::uint32_t> number_;     // by register
  std::vector<std::uint32_t> registers_;  // by number
};

// Those that are alive at the begin of each basic block, by the usual backwards iteration.
class liveness {
 public:
  liveness(const ptx::decoded_function& f, const travellers& all)
      : function_(f),
        all_(all),
        words_((all.registers().size() + 63) / 64),
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

  // Calls f(register) for those that are alive at the begin, or at the end, of a block.
  template <class F>
  void each_at_begin(std::size_t block, F f) const {
    for (std::size_t n = 0; n < words_; ++n) each_of(n, alive_[block][n], f);
  }
  template <class F>
  void each_at_end(std::size_t block, F f) const {
    for (std::size_t n = 0; n < words_; ++n) each_of(n, behind(block, n), f);
  }

 private:
  using set = std::vector<std::uint64_t>;
  static bool has(const set& s, std::uint32_t n) { return (s[n / 64] >> (n % 64) & 1) != 0; }
  static void add(set& s, std::uint32_t n) { s[n / 64] |= std::uint64_t{1} << (n % 64); }

  void note(std::size_t block, const ptx::decoded& i) {
    each_source(i, [&](std::uint32_t r) {
      const std::uint32_t n = all_.number(r);
      if (n != travellers::none && !has(written_[block], n)) add(read_[block], n);
    });
    if (!only_writes_first(i)) return;
    each_result(i, [&](std::uint32_t r) {
      if (const std::uint32_t n = all_.number(r); n != travellers::none) add(written_[block], n);
    });
  }

  std::uint64_t behind(std::size_t block, std::size_t word) const {
    std::uint64_t all = 0;
    for (const std::uint32_t next : function_.blocks[block].successors) all |= alive_[next][word];
    return all;
  }

  bool update(std::size_t block) {
    bool changed = false;
    for (std::size_t n = 0; n < words_; ++n) {
      const std::uint64_t now = read_[block][n] | (behind(block, n) & ~written_[block][n]);
      changed = changed || now != alive_[block][n];
      alive_[block][n] = now;
    }
    return changed;
  }

  template <class F>
  void each_of(std::size_t word, std::uint64_t bits, F f) const {
    for (; bits != 0; bits &= bits - 1)
      f(all_.registers()[word * 64 + static_cast<unsigned>(__builtin_ctzll(bits))]);
  }

  const ptx::decoded_function& function_;
  const travellers& all_;
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
  std::vector<live_range> result(f.source->registers.size());
  const travellers all(f);
  const liveness alive(f, all);
  for (std::size_t b = 0; b < f.blocks.size(); ++b) {
    const ptx::basic_block& block = f.blocks[b];
    alive.each_at_begin(b, [&](std::uint32_t r) { result[r].include(block.first); });
    alive.each_at_end(b, [&](std::uint32_t r) { result[r].include(block.last); });
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
