// ptxas unrolls loops that count in constant steps, unless .pragma "nounroll" forbids it: four
// rounds become one piece of straight code, in which one addition, comparison and branch do for
// all. As seen in what ptxas 13.0 writes for sm_90 of loops with 1 to 100 instructions of each
// kind.
#include <algorithm>
#include <numeric>
#include <optional>

#include "ptx/control_flow.hpp"
#include "timing/expansion.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using kind = operand::kind_t;

constexpr unsigned rounds = 4;
// Instructions of a round that is still unrolled; loads of global memory are worth it for longer.
constexpr unsigned longest = 21, longest_with_loads = 46;
constexpr unsigned weight_of_atomic = 10;

struct counted_loop {
  std::uint32_t branch = 0, comparison = 0;  // instructions
  std::uint32_t counter = 0;                 // register
};

class body {
 public:
  body(const region& loop, const ptx::decoded_function& kernel) : kernel_(kernel) {
    for (const std::uint32_t b : loop.blocks)
      for (std::uint32_t n = kernel.blocks[b].first; n < kernel.blocks[b].last; ++n)
        instructions_.push_back(n);
  }

  // The loop goes back to its head while a register, to which each round adds the same number, has
  // not come to a number or a register that the loop leaves alone.
  std::optional<counted_loop> counted(const region& loop) const {
    const ptx::basic_block& last = kernel_.blocks[loop.blocks.back()];
    const auto& to = last.successors;
    if (std::find(to.begin(), to.end(), loop.blocks.front()) == to.end() || to.size() != 2)
      return {};
    counted_loop result;
    result.branch = last.last - 1;
    const decoded& branch = at(result.branch);
    if (branch.operation != op::bra || branch.source->guard < 0) return {};
    const auto comparison = only_definition(static_cast<std::uint32_t>(branch.source->guard));
    if (!comparison || at(*comparison).operation != op::setp) return {};
    result.comparison = *comparison;
    const auto& compared = at(*comparison).source->operands;
    bool counts = false;
    for (std::size_t n = 1; n < compared.size(); ++n) {
      if (compared[n].kind != kind::reg) continue;
      if (is_stepped(compared[n].index)) {
        if (counts) return {};
        counts = true;
        result.counter = compared[n].index;
      } else if (is_defined(compared[n].index)) {
        return {};
      }
    }
    if (!counts) return {};
    return result;
  }

  // Each round adds a number to it, and nothing else is done to it.
  bool is_stepped(std::uint32_t r) const {
    const auto definition = only_definition(r);
    if (!definition) return false;
    const decoded& i = at(*definition);
    const auto& o = i.source->operands;
    return (i.operation == op::add || i.operation == op::sub) && i.source->guard < 0 &&
           o[1].kind == kind::reg && o[1].index == r && o[2].kind == kind::integer;
  }

  bool has_stepped_address(std::uint32_t n) const {
    const auto& o = at(n).source->operands;
    return std::any_of(o.begin(), o.end(), [this](const operand& one) {
      return one.kind == kind::address && one.base == kind::reg && is_stepped(one.index);
    });
  }

  // Whether the loop reads it only to compare and to step it, or as the address of an access, whose
  // offset may grow instead.
  bool is_only_stepped(std::uint32_t r, const counted_loop& loop) const {
    return std::all_of(instructions_.begin(), instructions_.end(), [&](std::uint32_t n) {
      const auto sources = ptx::sources_of(at(n));
      if (n == loop.comparison || std::find(sources.begin(), sources.end(), r) == sources.end())
        return true;
      return n == *only_definition(r) || is_address_of(at(n), r);
    });
  }

  bool is_read_elsewhere(std::uint32_t r, std::uint32_t by) const {
    return std::any_of(instructions_.begin(), instructions_.end(), [&](std::uint32_t n) {
      const auto sources = ptx::sources_of(at(n));
      return n != by && std::find(sources.begin(), sources.end(), r) != sources.end();
    });
  }

 private:
  const decoded& at(std::uint32_t n) const { return kernel_.instructions[n]; }

  static std::optional<std::uint32_t> target_of(const decoded& i) {
    switch (action_of(i)) {
      case action::store:
      case action::reduction:
      case action::branch:
      case action::fence:
        return {};
      default:
        break;
    }
    if (i.source->operands.empty() || i.source->operands.front().kind != kind::reg) return {};
    return i.source->operands.front().index;
  }
  bool is_defined(std::uint32_t r) const {
    return std::any_of(instructions_.begin(), instructions_.end(),
                       [&](std::uint32_t n) { return target_of(at(n)) == r; });
  }
  std::optional<std::uint32_t> only_definition(std::uint32_t r) const {
    std::optional<std::uint32_t> found;
    for (const std::uint32_t n : instructions_) {
      if (target_of(at(n)) != r) continue;
      if (found) return {};
      found = n;
    }
    return found;
  }
  static bool is_address_of(const decoded& i, std::uint32_t r) {
    const auto& o = i.source->operands;
    const action what = action_of(i);
    const bool is_access = what == action::load || what == action::store;
    return is_access && std::all_of(o.begin(), o.end(), [r](const operand& one) {
             return one.kind != kind::reg || one.index != r;
           });
  }

  const ptx::decoded_function& kernel_;
  std::vector<std::uint32_t> instructions_;
};

}  // namespace

unsigned rounds_of(const region& loop, const ptx::decoded_function& kernel) {
  const std::uint32_t first = kernel.blocks[loop.blocks.front()].first;
  const auto& rolled = kernel.source->rolled;
  for (std::uint32_t position = 0; position < kernel.block_at.size(); ++position)
    if (kernel.block_at[position] == loop.blocks.front() &&
        std::find(rolled.begin(), rolled.end(), position) != rolled.end())
      return 1;
  if (first == kernel.blocks[loop.blocks.front()].last) return 1;
  const body code(loop, kernel);
  if (!code.counted(loop)) return 1;
  unsigned length = 0;
  bool loads = false, stores = false, computes_addresses = false;
  for (const operation& o : loop.operations) {
    if (o.what == action::shuffle) return 1;  // it goes around them where lanes may be missing
    const bool is_atomic = o.what == action::atomic || o.what == action::reduction;
    if (o.on != pipe::none) length += is_atomic ? weight_of_atomic : 1;
    if (o.space != ptx::state_space::global) continue;
    loads = loads || o.what == action::load;
    stores = stores || o.what == action::store;
    computes_addresses = computes_addresses || !code.has_stepped_address(o.instruction);
  }
  // Loads could not pass the stores of the round before: who knows where those go?
  if (loads && stores && computes_addresses) return 1;
  return length <= (loads ? longest_with_loads : longest) ? rounds : 1;
}

region unroll(const region& loop, unsigned rounds, const ptx::decoded_function& kernel,
              std::vector<std::uint8_t>& sizes) {
  const body code(loop, kernel);
  const counted_loop counted = *code.counted(loop);
  const bool drops_comparison = !code.is_read_elsewhere(
      static_cast<std::uint32_t>(kernel.instructions[counted.branch].source->guard),
      counted.branch);
  const auto is_dropped = [&](const operation& o) {
    if (o.instruction == counted.branch) return true;
    if (o.instruction == counted.comparison) return drops_comparison;
    const auto& operands = kernel.instructions[o.instruction].source->operands;
    return o.what == action::compute && !operands.empty() && operands.front().kind == kind::reg &&
           code.is_stepped(operands.front().index) &&
           code.is_only_stepped(operands.front().index, counted);
  };
  region result;
  result.blocks = loop.blocks;
  result.falls_to = loop.falls_to;
  result.copies = rounds;
  // Values of a round have registers of their own, those of the last one what the loop hands on.
  std::vector<std::uint32_t> now(sizes.size());
  std::iota(now.begin(), now.end(), 0u);
  for (unsigned copy = 0; copy < rounds; ++copy) {
    const bool is_last = copy + 1 == rounds;
    for (const operation& o : loop.operations) {
      if (!is_last && is_dropped(o)) continue;
      operation one = o;
      one.copy = static_cast<std::uint8_t>(copy);
      for (std::uint32_t& r : one.reads) r = now[r];
      for (std::uint32_t& w : one.writes) {
        if (is_last) {
          now[w] = w;
          continue;
        }
        now[w] = static_cast<std::uint32_t>(sizes.size());
        sizes.push_back(sizes[w]);
        w = now[w];
      }
      result.operations.push_back(std::move(one));
    }
  }
  return result;
}

}  // namespace lockstep::timing
