// Which registers an instruction reads and writes, as far as optimisation must know.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/program.hpp"
#include "simt/state/carried_values.hpp"

namespace lockstep::simt {

// The video instructions (PTX ISA 9.7.18): operands may be parts of registers.
bool is_video(const ptx::decoded& i);

// Instructions on matrices that a warp holds together (PTX ISA 9.7.14).
bool is_of_matrices(const ptx::decoded& i);

// Pure arithmetic, comparison, selection, moves: no memory, no faults, no clock, nothing but its
// operands.
bool is_pure(const ptx::decoded& i);

// Pure, or an addition or product, which may have a condition code besides.
bool is_arithmetic(const ptx::decoded& i);

// True if the first operand is nothing but the result, and always written when the instruction
// runs. Where this is false the first operand may be read, written, or both.
bool only_writes_first(const ptx::decoded& i);

// How undefined operands of it make an undefined result.
carried_values::form form_of(const ptx::decoded& i);

// By register: whether its value can reach anything but other values: memory, a branch, another
// lane.
std::vector<bool> used_registers(const ptx::decoded_function& of);

// Calls f(register) for the registers of a first operand that stands for a result.
template <class F>
void each_result(const ptx::decoded& i, F f) {
  using kind = ptx::operand::kind_t;
  if (i.source->operands.empty()) return;
  const ptx::operand& d = i.source->operands.front();
  if (d.kind == kind::address) return;
  if (d.kind == kind::reg) f(d.index);
  for (const ptx::operand& e : d.elements) {
    if (e.kind == kind::reg) f(e.index);
  }
}

// Calls f(register) for every register that an operand names.
template <class F>
void each_register(const ptx::operand& o, F f) {
  using kind = ptx::operand::kind_t;
  if (o.kind == kind::reg || (o.kind == kind::address && o.base == kind::reg)) f(o.index);
  for (const ptx::operand& e : o.elements) each_register(e, f);
}

// Calls f(register) for every register that the instruction may read.
template <class F>
void each_source(const ptx::decoded& i, F f) {
  const auto& o = i.source->operands;
  if (i.source->guard >= 0) f(static_cast<std::uint32_t>(i.source->guard));
  for (std::size_t n = only_writes_first(i) ? 1 : 0; n < o.size(); ++n) each_register(o[n], f);
}

}  // namespace lockstep::simt
