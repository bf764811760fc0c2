#include "simt/lowering/places.hpp"

#include <algorithm>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using kind = operand::kind_t;

places::places(const ptx::decoded_function& f) : f_(f), made_by_(f.source->registers.size(), none) {
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n)
    each_result(f.instructions[n],
                [&](std::uint32_t r) { made_by_[r] = made_by_[r] == none ? n : several; });
}

place places::of(const operand& o) const { return of(o, 16); }

place places::of(const operand& o, unsigned steps) const {
  const kind base = o.kind == kind::address ? o.base : o.kind;
  if (base == kind::reg && o.kind == kind::address)
    return of_register(o.index, steps).behind(o.offset);
  if (base == kind::reg) return of_register(o.index, steps);
  if (base != kind::variable) return {};
  if (o.of_module) return {place::base::of_module, o.index, o.offset};
  const state_space space = f_.source->variables[o.index].space;
  if (space == state_space::local) return {place::base::local, o.index, o.offset};
  return {};
}

// Through copies, sums with a constant, and the function's own parameters.
place places::of_register(std::uint32_t r, unsigned steps) const {
  const place here{place::base::value, r, 0};
  if (steps == 0 || made_by_[r] >= several) return here;
  const decoded& i = f_.instructions[made_by_[r]];
  const auto& o = i.source->operands;
  if (i.source->guard >= 0 || o.size() < 2 || o[0].kind != kind::reg) return here;
  const auto or_here = [&](const place& p) { return p.is_known() ? p : here; };
  if (i.operation == op::mov || i.operation == op::cvta) return or_here(of(o[1], steps - 1));
  if (i.operation == op::add && o.size() == 3 && o[2].kind == kind::integer)
    return or_here(of(o[1], steps - 1).behind(static_cast<std::int64_t>(o[2].value)));
  if (i.operation == op::ld && i.space() == state_space::param && o[1].base == kind::variable &&
      !o[1].of_module && o[1].offset == 0) {
    const auto& formal = f_.source->parameters;
    if (std::find(formal.begin(), formal.end(), o[1].index) != formal.end())
      return {place::base::parameter, o[1].index, 0};
  }
  return here;
}

}  // namespace lockstep::simt
