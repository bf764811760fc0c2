// Branches behind which lanes that part meet again soon.
#include <algorithm>

#include "simt/jit/flow.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

namespace {
constexpr std::size_t most_blocks_of_side = 4;
constexpr std::uint32_t most_steps_of_sides = 64;
}  // namespace

// Compiled code that only leads on, and that some of the active lanes may execute alone.
bool function_flow::is_straight(const block& b) const {
  if (!b.compiled || b.successors.size() != 1) return false;
  return std::none_of(operations_.begin() + b.first, operations_.begin() + b.last,
                      [](const operation& one) { return is_of_warp(one.kind); });
}

// Straight blocks, one behind the other, and the one that follows them.
std::vector<std::uint32_t> function_flow::straight_from(std::uint32_t first) const {
  std::vector<std::uint32_t> found{first};
  while (found.size() <= most_blocks_of_side) {
    const block& last = blocks_[found.back()];
    if (!is_straight(last) || last.successors.front() <= found.back()) break;
    found.push_back(last.successors.front());
  }
  return found;
}

void function_flow::find_sides() {
  for (std::uint32_t n = 0; n < blocks_.size(); ++n) {
    block& b = blocks_[n];
    if (!b.compiled || operations_[b.last - 1].kind != branch) continue;
    const step& s = steps_[b.last - 1];
    const std::uint32_t falls = block_of_[index_of(s.fall_through)],
                        jumps = block_of_[index_of(s.target)];
    if (falls <= n || jumps <= falls) continue;
    const std::vector<std::uint32_t> one = straight_from(falls), other = straight_from(jumps);
    const auto meet = std::find_first_of(one.begin(), one.end(), other.begin(), other.end());
    if (meet == one.end()) continue;
    branch_sides sides;
    sides.falls.assign(one.begin(), meet);
    sides.jumps.assign(other.begin(), std::find(other.begin(), other.end(), *meet));
    sides.meet = *meet;
    std::uint32_t steps = 0;
    for (const auto* side : {&sides.falls, &sides.jumps})
      for (const std::uint32_t in : *side) steps += blocks_[in].last - blocks_[in].first;
    if (steps <= most_steps_of_sides) b.sides = std::move(sides);
  }
}

bool function_flow::parts_lanes(const block& b, const std::vector<row_state>& states) const {
  return b.sides && states[number_of(steps_[b.last - 1].a)].varying;
}

void function_flow::apply_masked(const std::vector<std::uint32_t>& blocks,
                                 std::vector<row_state>& states) const {
  for (const std::uint32_t b : blocks)
    for (std::uint32_t s = blocks_[b].first; s < blocks_[b].last; ++s) apply(s, true, states);
}

}  // namespace lockstep::simt::jit
