#include <algorithm>

#include "ptx/control_flow.hpp"
#include "timing/expansion.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::word;

bool is_strong_load(const decoded& i) {
  return i.operation == op::ld && i.space() != ptx::state_space::shared &&
         (i.has(word::acquire) || i.has(word::relaxed) || i.has(word::volatile_));
}

// A value that other threads change decides how often a loop runs: how long that takes depends on
// them.
bool waits_for_others(const ptx::decoded_function& kernel, bool is_cooperative) {
  const ptx::control_flow flow(kernel);
  for (std::uint32_t n = 0; n < kernel.instructions.size(); ++n) {
    const decoded& i = kernel.instructions[n];
    const bool is_lock = i.operation == op::atom && (i.has(word::cas) || i.has(word::exch)) &&
                         i.source->operands.back().kind == ptx::operand::kind_t::integer;
    if (!is_strong_load(i) && !is_lock) continue;
    const auto depends = ptx::dependent_registers(kernel, flow, n);
    const std::uint32_t here = flow.block_of(n);
    if (is_cooperative && only_waits(kernel, here)) continue;
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

bool only_waits(const ptx::decoded_function& kernel, std::uint32_t b) {
  const ptx::basic_block& block = kernel.blocks[b];
  if (std::find(block.successors.begin(), block.successors.end(), b) == block.successors.end())
    return false;
  bool looks = false;
  for (std::uint32_t n = block.first; n < block.last; ++n) {
    const action what = action_of(kernel.instructions[n]);
    looks = looks || is_strong_load(kernel.instructions[n]);
    if (what != action::load && what != action::compute && what != action::branch) return false;
  }
  return looks;
}

std::string refusal(const ptx::decoded_function& kernel, bool is_cooperative) {
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
      case op::tex:
      case op::tld4:
        return "the kernel reads textures";
      case op::suld:
      case op::sust:
        return "the kernel uses surfaces";
      case op::wmma:
      case op::mma:
      case op::ldmatrix:
      case op::stmatrix:
      case op::movmatrix:
        return "the kernel uses tensor cores";
      case op::nanosleep:
        return "the kernel sleeps";
      default:
        break;
    }
  }
  if (waits_for_others(kernel, is_cooperative)) return "the kernel waits for what other threads do";
  return {};
}

}  // namespace lockstep::timing
