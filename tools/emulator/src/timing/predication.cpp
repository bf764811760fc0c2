// As seen in what ptxas 13.0 writes for sm_90: parts of up to seven instructions become predicated,
// with at most one access to global memory, and conditions joined by && or || become one. Where the
// condition looks at what was loaded, lanes are likelier to differ: then parts of up to twenty do,
// where products of 64 bits count twice, and accesses to shared memory four times.
#include "timing/expansion.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;

constexpr std::size_t most_predicated = 7;
constexpr std::size_t most_speculated = 6;
constexpr std::size_t most_of_data = 20, shared_access = 4, wide_product = 2;

std::size_t operations_of(const decoded& i) {
  std::size_t count = 0;
  for (const link& l : expansion(i)) count += l.count;
  return count;
}

// IMAD.WIDE, as in most addresses.
bool makes_wide_product(const decoded& i) {
  return (i.operation == op::mul || i.operation == op::mad) && i.has(ptx::word::wide);
}

}  // namespace

bool may_be_predicated(const ptx::decoded_function& kernel, const std::vector<bool>& folded,
                       std::uint32_t b, bool of_data) {
  const ptx::basic_block& block = kernel.blocks[b];
  std::size_t operations = 0, global = 0, weight = 0;
  for (std::uint32_t n = block.first; n < block.last; ++n) {
    const decoded& i = kernel.instructions[n];
    const action what = action_of(i);
    if (i.operation == op::bra && i.source->guard < 0) continue;
    if (what == action::branch || what == action::barrier || what == action::atomic ||
        what == action::fence || what == action::shuffle || i.operation == op::call ||
        i.operation == op::brx || i.operation == op::bar || i.operation == op::barrier ||
        i.operation == op::vote)
      return false;
    if ((what == action::load || what == action::store || what == action::reduction) &&
        (i.space() == ptx::state_space::global || i.space() == ptx::state_space::generic))
      ++global;
    if (folded[n]) continue;
    operations += operations_of(i);
    const bool is_access = what == action::load || what == action::store;
    weight += is_access && i.space() == ptx::state_space::shared ? shared_access
              : makes_wide_product(i)                            ? wide_product
                                                                 : operations_of(i);
  }
  return of_data ? weight <= most_of_data : operations <= most_predicated && global <= 1;
}

bool may_be_speculated(const ptx::decoded_function& kernel, const std::vector<bool>& folded,
                       std::uint32_t b) {
  const ptx::basic_block& block = kernel.blocks[b];
  std::size_t operations = 0;
  if (block.first == block.last) return false;
  const decoded* last = &kernel.instructions[block.last - 1];
  if (last->operation != op::bra || last->source->guard < 0) return false;
  for (std::uint32_t n = block.first; n + 1 < block.last; ++n) {
    const decoded& i = kernel.instructions[n];
    for (const link& l : expansion(i)) {
      if (l.on == pipe::memory || l.on == pipe::control) return false;
      if (!folded[n]) operations += l.count;
    }
    if (i.source->guard >= 0 || i.operation == op::call) return false;
  }
  return operations <= most_speculated;
}

}  // namespace lockstep::timing
