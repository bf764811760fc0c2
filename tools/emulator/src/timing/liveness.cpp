#include "timing/liveness.hpp"

#include <algorithm>

#include "ptx/control_flow.hpp"
#include "timing/expansion.hpp"

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;
using kind = ptx::operand::kind_t;

// Parameters, numbers and addresses of variables are operands of the instructions that need them.
bool is_constant(const decoded& i, const std::vector<std::uint8_t>& sizes) {
  const auto& o = i.source->operands;
  if (i.operation == op::ld) return i.space() == ptx::state_space::param;
  if (i.operation != op::mov && i.operation != op::cvta) return false;
  if (o.size() != 2) return false;
  switch (o[1].kind) {
    case kind::reg:
      return sizes[o[1].index] == 0;
    case kind::special:
      return !reads_own_number(i);
    default:
      return true;
  }
}

}  // namespace

liveness::liveness(const ptx::decoded_function& kernel) : kernel_(kernel) {
  find_sizes();
  find_live();
}

void liveness::find_sizes() {
  for (const ptx::register_declaration& r : kernel_.source->registers)
    sizes_.push_back(r.type == ptx::scalar::pred ? 0
                     : ptx::size_of(r.type) <= 4
                         ? 1
                         : static_cast<std::uint8_t>(ptx::size_of(r.type) / 4));
  std::vector<unsigned> definitions(sizes_.size(), 0);
  for (const decoded& i : kernel_.instructions)
    each_result(i, [&](std::uint32_t w) { ++definitions[w]; });
  for (const decoded& i : kernel_.instructions)
    each_result(i, [&](std::uint32_t w) {
      if (definitions[w] == 1 && is_constant(i, sizes_)) sizes_[w] = 0;
    });
}

// Backwards through each block, until nothing changes.
void liveness::find_live() {
  at_begin_.assign(kernel_.blocks.size(), std::vector<bool>(sizes_.size(), false));
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t b = kernel_.blocks.size(); b-- > 0;) {
      const ptx::basic_block& block = kernel_.blocks[b];
      std::vector<bool> live(sizes_.size(), false);
      for (const std::uint32_t to : block.successors)
        for (std::size_t r = 0; r < live.size(); ++r) live[r] = live[r] || at_begin_[to][r];
      for (std::uint32_t n = block.last; n-- > block.first;) {
        const decoded& i = kernel_.instructions[n];
        if (i.source->guard < 0) each_result(i, [&](std::uint32_t w) { live[w] = false; });
        for (const std::uint32_t r : ptx::sources_of(i)) live[r] = true;
      }
      if (live == at_begin_[b]) continue;
      at_begin_[b] = std::move(live);
      changes = true;
    }
  }
}

std::vector<bool> liveness::behind(const region& r) const {
  std::vector<bool> live(sizes_.size(), false);
  for (const std::uint32_t b : r.blocks) {
    for (const std::uint32_t to : kernel_.blocks[b].successors) {
      const bool is_within = to != r.blocks.front() &&
                             std::find(r.blocks.begin(), r.blocks.end(), to) != r.blocks.end();
      if (is_within) continue;
      for (std::size_t n = 0; n < live.size(); ++n) live[n] = live[n] || at_begin_[to][n];
    }
  }
  return live;
}

}  // namespace lockstep::timing
