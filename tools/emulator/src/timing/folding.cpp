// What ptxas folds into other instructions, where nothing else needs the value in between: IMAD and
// LEA take a product or a shift and a sum, IADD3 and LOP3 three operands, a memory instruction an
// address and an offset.
#include "ptx/control_flow.hpp"
#include "timing/program.hpp"

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using kind = operand::kind_t;

bool is_integer_sum(const decoded& i) {
  return (i.operation == op::add || i.operation == op::sub) && i.type != scalar::f32 &&
         i.type != scalar::f64 && i.type != scalar::f16 && i.type != scalar::f16x2 &&
         i.type != scalar::bf16 && i.type != scalar::bf16x2;
}
bool is_logic(const decoded& i) {
  return (i.operation == op::and_ || i.operation == op::or_ || i.operation == op::xor_ ||
          i.operation == op::not_) &&
         i.type != scalar::pred;
}
bool is_product(const decoded& i) {
  const bool floats = i.type == scalar::f32 || i.type == scalar::f64 || i.type == scalar::f16 ||
                      i.type == scalar::f16x2 || i.type == scalar::bf16x2;
  return (i.operation == op::mul && !floats && !i.has(ptx::word::hi)) ||
         (i.operation == op::shl && i.source->operands.at(2).kind == kind::integer);
}
bool is_access(const decoded& i) {
  return i.operation == op::ld || i.operation == op::st || i.operation == op::atom ||
         i.operation == op::red || i.operation == op::ldu;
}

struct use {
  std::uint32_t uses = 0, definitions = 0;
  std::uint32_t by = 0;  // the last one
  bool only_as_address = true;
};

std::vector<use> uses_of(const ptx::decoded_function& kernel) {
  std::vector<use> all(kernel.source->registers.size());
  for (std::uint32_t n = 0; n < kernel.instructions.size(); ++n) {
    const decoded& i = kernel.instructions[n];
    for (const std::uint32_t r : ptx::sources_of(i)) {
      use& u = all[r];
      ++u.uses;
      u.by = n;
      bool as_address = false;
      for (const operand& o : i.source->operands)
        as_address = as_address || (o.kind == kind::address && o.base == kind::reg && o.index == r);
      u.only_as_address = u.only_as_address && is_access(i) && as_address;
    }
    if (i.source->operands.empty()) continue;
    const operand& d = i.source->operands.front();
    if (d.kind == kind::reg) ++all[d.index].definitions;
  }
  return all;
}

}  // namespace

std::vector<bool> folded(const ptx::decoded_function& kernel) {
  const std::vector<use> uses = uses_of(kernel);
  std::vector<bool> gone(kernel.instructions.size(), false),
      full(kernel.instructions.size(), false);
  for (std::uint32_t n = 0; n < kernel.instructions.size(); ++n) {
    const decoded& i = kernel.instructions[n];
    const auto& o = i.source->operands;
    if (o.empty() || o.front().kind != kind::reg || i.source->guard >= 0) continue;
    const use& u = uses[o.front().index];
    if (u.definitions != 1 || u.uses == 0) continue;
    if (is_integer_sum(i) && o.size() == 3 && o[2].kind == kind::integer && u.only_as_address) {
      gone[n] = true;
      continue;
    }
    if (u.uses != 1) continue;
    const decoded& by = kernel.instructions[u.by];
    const bool into_sum =
        is_integer_sum(by) && (is_product(i) || (is_integer_sum(i) && ptx::size_of(i.type) == 4 &&
                                                 ptx::size_of(by.type) == 4));
    const bool into_logic = is_logic(i) && is_logic(by) && ptx::size_of(i.type) == 4;
    if ((into_sum || into_logic) && !full[u.by] && !gone[n]) {
      gone[n] = true;
      full[u.by] = true;
    }
  }
  return gone;
}

}  // namespace lockstep::timing
