#include "simt/lowering/branch_targets.hpp"

#include <algorithm>
#include <iterator>

namespace lockstep::simt {
namespace {

using ptx::op;

bool is_only_a_return(const ptx::decoded_function& in, std::uint32_t block) {
  const ptx::basic_block& b = in.blocks[block];
  if (b.last != b.first + 1 || !in.source->is_entry) return false;
  const ptx::decoded& what = in.instructions[b.first];
  return what.source->guard < 0 && (what.operation == op::ret || what.operation == op::exit);
}

// Either way of a conditional branch leads out of the kernel.
bool leaves_kernel(const ptx::decoded& branch, const ptx::decoded_function& in) {
  if (is_only_a_return(in, in.block_at[branch.source->operands.at(0).index])) return true;
  const auto at = static_cast<std::uint32_t>(&branch - in.instructions.data());
  const auto behind =
      std::upper_bound(in.blocks.begin(), in.blocks.end(), at,
                       [](std::uint32_t i, const ptx::basic_block& b) { return i < b.first; });
  const ptx::basic_block& own = *std::prev(behind);
  return own.falls_to >= 0 && is_only_a_return(in, static_cast<std::uint32_t>(own.falls_to));
}

// Branches in the machine code of a division or a root.
std::uint8_t arithmetic_targets(const ptx::decoded& what, bool debug) {
  using ptx::scalar;
  const bool divides = what.operation == op::div || what.operation == op::rem;
  const bool rounds =
      what.has(ptx::word::rn) &&
      (what.operation == op::div || what.operation == op::rcp || what.operation == op::sqrt);
  switch (what.type) {
    case scalar::s32:
      return debug && divides ? 1 : 0;
    case scalar::s64:
    case scalar::u64:
      if (!divides) return 0;
      return debug ? 2 : 1;
    case scalar::f32:
    case scalar::f64:
      if (!rounds) return 0;
      if (!debug) return 1;
      return divides ? 2 : 0;
    default:
      return 0;
  }
}

}  // namespace

std::uint8_t branch_targets(const ptx::decoded& what, const ptx::decoded_function& in, bool debug) {
  if (what.operation == op::brx) return 1;
  if (what.operation == op::bra) {
    return debug || what.source->guard < 0 || !leaves_kernel(what, in) ? 1 : 0;
  }
  if (what.operation == op::call) return 1;
  if (what.operation == op::ret && !in.source->is_entry) return debug ? 2 : 1;
  return arithmetic_targets(what, debug);
}

bool is_for_debugger(const ptx::module& module) {
  return module.target.find("debug") != std::string_view::npos;
}

}  // namespace lockstep::simt
