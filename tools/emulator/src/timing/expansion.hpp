// What ptxas makes of one PTX instruction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/program.hpp"
#include "timing/operation.hpp"

namespace lockstep::timing {

// Instructions that follow each other, each waiting for the one before.
struct link {
  pipe on = pipe::alu;
  std::uint16_t latency = 4;
  std::uint8_t count = 1;
};

// Empty: it costs nothing.
[[nodiscard]] std::vector<link> expansion(const ptx::decoded& i);
// The address of a variable in shared memory: S2UR SR_CgaCtaId, UMOV, ULEA.
[[nodiscard]] std::vector<link> shared_base();
// An atomic operation that one lane does for its warp.
[[nodiscard]] std::vector<link> for_warp(bool has_own_values, bool is_used);
[[nodiscard]] action action_of(const ptx::decoded& i);
// Whether it reads a number of the thread or block, or of the SM, rather than of the launch.
[[nodiscard]] bool reads_own_number(const ptx::decoded& i);

// The registers that an instruction writes.
template <class F>
void each_result(const ptx::decoded& i, F f) {
  const auto note = [&](const auto& self, const ptx::operand& o) -> void {
    if (o.kind == ptx::operand::kind_t::reg) f(o.index);
    for (const ptx::operand& e : o.elements) self(self, e);
  };
  switch (action_of(i)) {
    case action::store:
    case action::reduction:
    case action::branch:
    case action::fence:
      return;
    default:
      break;
  }
  if (!i.source->operands.empty() &&
      i.source->operands.front().kind != ptx::operand::kind_t::address)
    note(note, i.source->operands.front());
}

}  // namespace lockstep::timing
