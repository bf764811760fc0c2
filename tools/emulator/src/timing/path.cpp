#include "timing/path.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "metrics/access.hpp"

namespace lockstep::timing {
namespace {

constexpr std::uint64_t most_blocks = 8;
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
    touched_line result{line, 0, 0};
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

}  // namespace

void block_path::enter(std::uint32_t warp, std::uint32_t block, std::uint32_t lanes) {
  warp_path& path = warps[warp];
  if (path.visits.size() >= most_visits / warps.size() ||
      path.lines.size() >= most_lines / warps.size())
    path.is_cut = true;
  if (path.is_cut) return;
  path.visits.push_back({block, lanes, static_cast<std::uint32_t>(path.accesses.size())});
}

void block_path::make_access(std::uint32_t warp, std::uint32_t instruction, ptx::state_space space,
                             const std::uint64_t* address, std::uint32_t lanes,
                             std::uint32_t bytes) {
  warp_path& path = warps[warp];
  if (path.is_cut || lanes == 0) return;
  memory_access made;
  made.instruction = instruction;
  made.lanes = lanes;
  made.space = space;
  made.first_line = static_cast<std::uint32_t>(path.lines.size());
  made.same = most_at_one_address(address, lanes);
  made.addresses = static_cast<std::uint16_t>(metrics::different_addresses(address, lanes));
  if (space == ptx::state_space::shared) {
    made.least = static_cast<std::uint16_t>(passes_without_conflict(lanes, bytes));
    made.passes =
        static_cast<std::uint16_t>(made.least + metrics::bank_conflicts(address, lanes, bytes));
  } else if (space == ptx::state_space::global) {
    std::vector<line_bytes> found;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      touch_lines(found, address[std::countr_zero(rest)], bytes);
    for (const line_bytes& one : found) path.lines.push_back(one.sectors());
    made.lines = static_cast<std::uint16_t>(found.size());
  }
  path.accesses.push_back(made);
}

bool block_path::knows(std::uint64_t address) const {
  return std::any_of(allocations.begin(), allocations.end(),
                     [address](const memory_range& r) { return address - r.begin < r.size; });
}

void block_path::note_allocation(std::uint64_t begin, std::uint64_t size) {
  allocations.push_back({begin, size});
}

bool has_wide_atomics(const warp_path& path, const ptx::decoded_function& kernel) {
  return std::any_of(path.accesses.begin(), path.accesses.end(), [&](const memory_access& a) {
    const ptx::op what = kernel.instructions[a.instruction].operation;
    return (what == ptx::op::atom || what == ptx::op::red) && std::popcount(a.lanes) > 1;
  });
}

recorder::recorder(std::uint64_t blocks, std::uint32_t warps) {
  const std::uint64_t count = std::min(blocks, most_blocks);
  for (std::uint64_t n = 0; n < count; ++n) {
    const std::uint64_t index = count == 1 ? 0 : n * (blocks - 1) / (count - 1);
    paths_.push_back(std::make_unique<block_path>(index, warps));
  }
}

void recorder::rebase() {
  std::uint64_t first = ~std::uint64_t{0};
  for (const auto& path : paths_)
    for (const memory_range& r : path->allocations) first = std::min(first, r.begin);
  if (first == ~std::uint64_t{0}) return;
  constexpr std::uint64_t to = 1 << 20;
  for (const auto& path : paths_) {
    for (memory_range& r : path->allocations) r.begin = r.begin - first + to;
    for (warp_path& w : path->warps)
      for (touched_line& l : w.lines) l.line = l.line - first / 128 + to / 128;
  }
}

block_path* recorder::follow(std::uint64_t index) const {
  const auto at =
      std::lower_bound(paths_.begin(), paths_.end(), index,
                       [](const auto& path, std::uint64_t i) { return path->index < i; });
  return at != paths_.end() && (*at)->index == index ? at->get() : nullptr;
}

}  // namespace lockstep::timing
