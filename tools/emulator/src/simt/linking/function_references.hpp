// Where a function's body names other functions.
#pragma once

#include <cstddef>

#include "ptx/syntax.hpp"

namespace lockstep::simt {

// Calls f(instruction, operand) for each operand that names a function.
template <class F>
void for_functions_named(const ptx::function& function, F f) {
  for (const ptx::instruction& i : function.body) {
    for (std::size_t o = 0; o < i.operands.size(); ++o) {
      if (i.operands[o].kind == ptx::operand::kind_t::function) f(i, i.operands[o]);
    }
  }
}

inline bool is_direct_callee(const ptx::instruction& i, const ptx::operand& o) {
  return i.opcode == "call" && o.kind == ptx::operand::kind_t::function;
}

}  // namespace lockstep::simt
