#include <algorithm>

#include "ptx/control_flow.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::word;

// A value that other threads change decides how often a loop runs: how long that takes depends on
// them.
bool waits_for_others(const ptx::decoded_function& kernel) {
  const ptx::control_flow flow(kernel);
  for (std::uint32_t n = 0; n < kernel.instructions.size(); ++n) {
    const decoded& i = kernel.instructions[n];
    const bool is_strong_load =
        i.operation == op::ld && i.space() != ptx::state_space::shared &&
        (i.has(word::acquire) || i.has(word::relaxed) || i.has(word::volatile_));
    const bool is_lock = i.operation == op::atom && (i.has(word::cas) || i.has(word::exch)) &&
                         i.source->operands.back().kind == ptx::operand::kind_t::integer;
    if (!is_strong_load && !is_lock) continue;
    const auto depends = ptx::dependent_registers(kernel, flow, n);
    const std::uint32_t here = flow.block_of(n);
    for (std::uint32_t b = here; b < kernel.blocks.size(); ++b) {
      const auto& block = kernel.blocks[b];
      const bool goes_back = std::any_of(block.successors.begin(), block.successors.end(),
                                         [&](std::uint32_t to) { return to <= here; });
      if (!goes_back || block.first == block.last) continue;
      const std::int32_t guard = kernel.instructions[block.last - 1].source->guard;
      if (guard >= 0 && depends[static_cast<std::uint32_t>(guard)]) return true;
    }
  }
  return false;
}

}  // namespace

std::string refusal(const ptx::decoded_function& kernel) {
  for (const decoded& i : kernel.instructions) {
    switch (i.operation) {
      case op::call:
        return "the kernel calls a function that was not inlined";
      case op::brx:
        return "the kernel branches by a table";
      case op::cp:
        return "the kernel copies asynchronously (cp.async)";
      case op::mbarrier:
        return "the kernel uses barriers in memory (mbarrier)";
      case op::mapa:
      case op::getctarank:
        return "the kernel reaches into other blocks of its cluster";
      case op::barrier:
        if (i.has(word::cluster)) return "the kernel waits for its cluster";
        break;
      case op::griddepcontrol:
        return "the kernel overlaps with the launch before it";
      case op::nanosleep:
        return "the kernel sleeps";
      default:
        break;
    }
  }
  if (waits_for_others(kernel)) return "the kernel waits for what other threads do";
  return {};
}

}  // namespace lockstep::timing
