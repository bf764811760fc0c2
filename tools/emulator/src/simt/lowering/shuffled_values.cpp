#include "simt/lowering/shuffled_values.hpp"

#include <algorithm>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

// What goes through memory, calls, votes and branches is not followed.
shuffled_values::shuffled_values(const ptx::decoded_function& f)
    : number_(f.source->registers.size(), none) {
  std::vector<bool> holds(number_.size(), false);
  for (const ptx::decoded& i : f.instructions)
    if (i.operation == ptx::op::shfl &&
        i.source->operands.front().kind == ptx::operand::kind_t::reg)
      holds[i.source->operands.front().index] = true;
  for (bool more = true; more;) {
    more = false;
    for (const ptx::decoded& i : f.instructions) {
      if (!is_pure(i)) continue;
      bool takes = false;
      const auto& o = i.source->operands;
      for (std::size_t n = 1; n < o.size(); ++n)
        each_register(o[n], [&](std::uint32_t r) { takes = takes || holds[r]; });
      if (!takes) continue;
      each_result(i, [&](std::uint32_t r) {
        more = more || !holds[r];
        holds[r] = true;
      });
    }
  }
  for (std::uint32_t r = 0; r < holds.size(); ++r)
    if (holds[r]) number_[r] = count_++;
}

}  // namespace lockstep::simt
