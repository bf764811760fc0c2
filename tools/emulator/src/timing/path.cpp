#include "timing/path.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "metrics/access.hpp"

namespace lockstep::timing {
namespace {

constexpr std::uint64_t most_blocks = 8;
constexpr std::uint64_t most_compared = 1 << 20;
constexpr std::size_t most_strata = 12;
constexpr double most_repeated = 8e6;  // issue slots of the blocks that run again, together
// Of the warps of one block together: as long paths show what a loop costs.
constexpr std::size_t most_visits = 160'000, most_lines = 400'000;

// Source: 32 banks of 4 bytes give 128 bytes a cycle, so wider accesses take several passes even
// without conflicts (as metrics::bank_conflicts counts them).
std::uint32_t passes_without_conflict(std::uint32_t lanes, std::uint32_t bytes) {
  const unsigned group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  std::uint32_t passes = 0;
  for (unsigned first = 0; first < 32; first += group) {
    const std::uint32_t mask = group == 32 ? ~0u : ((1u << group) - 1) << first;
    passes += (lanes & mask) != 0;
  }
  return passes;
}

std::uint16_t most_at_one_address(const std::uint64_t* address, std::uint32_t lanes) {
  std::array<std::uint64_t, 32> all;
  unsigned count = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    all[count++] = address[std::countr_zero(rest)];
  std::sort(all.begin(), all.begin() + count);
  unsigned most = 0, same = 0;
  for (unsigned n = 0; n < count; ++n) {
    same = n > 0 && all[n] == all[n - 1] ? same + 1 : 1;
    most = std::max(most, same);
  }
  return static_cast<std::uint16_t>(most);
}

// Bytes of a line that are touched, as two words of 64 bits.
struct line_bytes {
  std::uint64_t line = 0;
  std::array<std::uint64_t, 2> bytes{};

  void touch(unsigned first, unsigned count) {
    for (unsigned n = first; n < first + count; ++n) bytes[n / 64] |= std::uint64_t{1} << n % 64;
  }
  touched_line sectors() const {
    touched_line result;
    result.line = line;
    for (unsigned s = 0; s < 4; ++s) {
      const auto of_sector = static_cast<std::uint32_t>(bytes[s / 2] >> s % 2 * 32);
      if (of_sector != 0) result.sectors |= static_cast<std::uint8_t>(1u << s);
      if (of_sector == ~0u) result.whole |= static_cast<std::uint8_t>(1u << s);
    }
    return result;
  }
};

void touch_lines(std::vector<line_bytes>& found, std::uint64_t address, std::uint32_t bytes) {
  for (std::uint64_t at = address, end = address + bytes; at < end;) {
    const std::uint64_t line = at / 128, next = std::min(end, (line + 1) * 128);
    auto known = std::find_if(found.rbegin(), found.rend(),
                              [line](const line_bytes& l) { return l.line == line; });
    line_bytes& one = known == found.rend() ? found.emplace_back(line_bytes{line, {}}) : *known;
    one.touch(static_cast<unsigned>(at % 128), static_cast<unsigned>(next - at));
    at = next;
  }
}

// How often each word of shared memory is asked for by an atomic operation.
void add_words(std::vector<touched_line>& words, const std::uint64_t* address,
               std::uint32_t lanes) {
  const std::size_t first = words.size();
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t word = address[std::countr_zero(rest)] / 4;
    const auto known = std::find_if(words.begin() + static_cast<std::ptrdiff_t>(first), words.end(),
                                    [word](const touched_line& l) { return l.line == word; });
    if (known != words.end())
      ++known->same;
    else
      words.push_back({word, 0, 0, 1, 1});
  }
}

// Local memory is laid out so that one word of all lanes lies in one line, lane by lane.
void add_local_words(std::vector<touched_line>& lines, const std::uint64_t* address,
                     std::uint32_t lanes, std::uint32_t bytes) {
  const std::size_t first = lines.size();
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
    for (std::uint64_t word = address[lane] / 4; word < (address[lane] + bytes + 3) / 4; ++word) {
      auto known = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(),
                                [word](const touched_line& l) { return l.line == word; });
      if (known == lines.end()) {
        touched_line made;
        made.line = word;
        known = lines.insert(lines.end(), made);
      }
      known->sectors |= static_cast<std::uint8_t>(1u << lane / 8);
      // `turns` counts lanes here until the sectors are known to be whole.
      ++known->turns;
    }
  }
  for (std::size_t n = first; n < lines.size(); ++n) {
    if (lines[n].turns == std::popcount(lines[n].sectors) * 8) lines[n].whole = lines[n].sectors;
    lines[n].turns = 0;
  }
}

std::uint16_t most_in_one_bank(const std::uint64_t* address, std::uint32_t lanes) {
  std::array<std::uint16_t, 32> uses{};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    ++uses[address[std::countr_zero(rest)] / 4 % uses.size()];
  return *std::max_element(uses.begin(), uses.end());
}

// Lanes at one address take turns; those at other addresses of a sector come with them.
void count_turns(touched_line& line, const std::uint64_t* address, std::uint32_t lanes) {
  std::array<std::uint8_t, 32> of_word{};
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t at = address[std::countr_zero(rest)];
    if (at / 128 == line.line) ++of_word[at % 128 / 4];
  }
  for (unsigned sector = 0; sector < 4; ++sector) {
    const auto* first = of_word.data() + std::size_t{sector} * 8;
    const std::uint8_t most = *std::max_element(first, first + 8);
    line.turns = static_cast<std::uint8_t>(line.turns + most);
    line.same = std::max(line.same, most);
  }
}

}  // namespace

void block_path::enter(std::uint32_t warp, std::uint32_t block, std::uint32_t lanes) {
  warp_path& path = warps[warp];
  if (path.visits.size() >= most_visits / warps.size() ||
      path.lines.size() >= most_lines / warps.size())
    path.is_cut = true;
  if (path.is_cut) return;
  path.visits.push_back({block, lanes, static_cast<std::uint32_t>(path.accesses.size())});
}

void block_path::make_access(std::uint32_t warp, const access& what, const std::uint64_t* address,
                             std::uint32_t lanes) {
  warp_path& path = warps[warp];
  if (path.is_cut || lanes == 0) return;
  memory_access made;
  made.instruction = what.instruction;
  made.lanes = lanes;
  made.space = what.space;
  const bool is_shared = what.space == ptx::state_space::shared;
  const bool is_local = what.space == ptx::state_space::local;
  std::vector<touched_line>& lines = is_shared ? path.words : is_local ? path.locals : path.lines;
  made.first_line = static_cast<std::uint32_t>(lines.size());
  made.same = most_at_one_address(address, lanes);
  made.addresses = static_cast<std::uint16_t>(metrics::different_addresses(address, lanes));
  if (is_shared) {
    made.least = static_cast<std::uint16_t>(passes_without_conflict(lanes, what.bytes));
    made.passes = static_cast<std::uint16_t>(made.least +
                                             metrics::bank_conflicts(address, lanes, what.bytes));
    if (what.is_atomic) {
      made.crowd = most_in_one_bank(address, lanes);
      add_words(lines, address, lanes);
    }
  } else if (is_local) {
    add_local_words(lines, address, lanes, what.bytes);
  } else if (what.space == ptx::state_space::global) {
    std::vector<line_bytes> found;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      touch_lines(found, address[std::countr_zero(rest)], what.bytes);
    for (const line_bytes& one : found) path.lines.push_back(one.sectors());
    made.passes = static_cast<std::uint16_t>(passes_without_conflict(lanes, what.bytes) +
                                             metrics::bank_conflicts(address, lanes, what.bytes));
    if (what.is_atomic)
      for (std::size_t n = made.first_line; n < path.lines.size(); ++n)
        count_turns(path.lines[n], address, lanes);
  }
  made.lines = static_cast<std::uint16_t>(lines.size() - made.first_line);
  path.accesses.push_back(made);
}

bool block_path::knows(std::uint64_t address) const {
  return std::any_of(allocations.begin(), allocations.end(),
                     [address](const memory_range& r) { return address - r.begin < r.size; });
}

void block_path::note_allocation(std::uint64_t begin, std::uint64_t size) {
  allocations.push_back({begin, size});
}

recorder::recorder(std::uint64_t blocks, std::uint32_t warps) : warps_(warps) {
  const std::uint64_t count = std::min(blocks, most_blocks);
  for (std::uint64_t n = 0; n < count; ++n) {
    const std::uint64_t index = count == 1 ? 0 : n * (blocks - 1) / (count - 1);
    paths_.push_back(std::make_unique<block_path>(index, warps));
  }
  if (blocks <= most_compared) work_.resize(blocks);
}

void recorder::note_work(std::uint64_t index, std::uint64_t slots) {
  if (index < work_.size()) work_[index] = static_cast<float>(slots);
}

std::vector<std::uint64_t> recorder::lacking() const {
  constexpr double near = 0.05;
  std::vector<std::uint64_t> result;
  if (!differs(work_)) return result;
  double rest = most_repeated;
  for (const std::uint64_t block : typical_blocks(work_, most_strata)) {
    const double work = work_[block];
    const bool is_known = std::any_of(paths_.begin(), paths_.end(), [&](const auto& path) {
      return std::abs(work_[path->index] - work) <= near * work;
    });
    if (is_known || work > rest) continue;
    rest -= work;
    result.push_back(block);
  }
  return result;
}

void recorder::follow_too(std::uint64_t index) {
  others_.push_back(std::make_unique<block_path>(index, warps_));
}

stand_ins::stand_ins(const recorder& paths) : work_(paths.work()) {
  for (const auto* list : {&paths.paths(), &paths.others()})
    for (const auto& path : *list) known_.push_back(path.get());
  std::stable_sort(known_.begin(), known_.end(), [&](const block_path* a, const block_path* b) {
    return work_[a->index] < work_[b->index];
  });
}

const block_path& stand_ins::of(std::uint64_t block) const {
  const float work = work_[block];
  const auto next =
      std::lower_bound(known_.begin(), known_.end(), work,
                       [&](const block_path* path, float w) { return work_[path->index] < w; });
  if (next == known_.begin()) return **next;
  if (next == known_.end()) return *known_.back();
  const bool is_nearer = work_[(*next)->index] - work < work - work_[(*std::prev(next))->index];
  return is_nearer ? **next : **std::prev(next);
}

void recorder::rebase() {
  std::uint64_t first = ~std::uint64_t{0};
  each([&](const block_path& path) {
    for (const memory_range& r : path.allocations) first = std::min(first, r.begin);
  });
  if (first == ~std::uint64_t{0}) return;
  constexpr std::uint64_t to = 1 << 20;
  each([&](block_path& path) {
    for (memory_range& r : path.allocations) r.begin = r.begin - first + to;
    for (warp_path& w : path.warps)
      for (touched_line& l : w.lines) l.line = l.line - first / 128 + to / 128;
  });
}

block_path* recorder::follow(std::uint64_t index) const {
  if (!others_.empty()) return others_.back()->index == index ? others_.back().get() : nullptr;
  const auto at =
      std::lower_bound(paths_.begin(), paths_.end(), index,
                       [](const auto& path, std::uint64_t i) { return path->index < i; });
  return at != paths_.end() && (*at)->index == index ? at->get() : nullptr;
}

std::uint64_t recorder::digest() const {
  std::uint64_t all = 0xcbf29ce484222325;  // FNV-1a, a word at a time
  const auto mix = [&all](std::uint64_t x) { all = (all ^ x) * 0x100000001b3; };
  each([&](const block_path& path) {
    for (const warp_path& w : path.warps) {
      for (const visit& v : w.visits) mix(std::uint64_t{v.block} << 32 | v.lanes);
      for (const touched_line& l : w.lines)
        mix(l.line << 16 | std::uint64_t{l.sectors} << 8 | l.turns);
      for (const memory_access& a : w.accesses)
        mix(std::uint64_t{a.instruction} << 32 | std::uint32_t{a.passes} << 16 | a.same);
      for (const touched_line& l : w.words) mix(l.line << 8 | l.same);
      for (const touched_line& l : w.locals) mix(l.line << 8 | l.sectors);
    }
  });
  if (differs(work_))
    for (const float w : work_) mix(std::bit_cast<std::uint32_t>(w));
  return all;
}

}  // namespace lockstep::timing
