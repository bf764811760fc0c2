#include "simt/lowering/chosen_values.hpp"

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;

namespace {

bool may_be_local(const decoded& i) {
  return i.space() == ptx::state_space::local || i.space() == ptx::state_space::generic;
}

}  // namespace

std::vector<bool> find_chosen(const ptx::decoded_function& f) {
  using kind = ptx::operand::kind_t;
  const std::size_t count = f.source->registers.size();
  std::vector<bool> loaded(count, false), used(count, false), chosen(count, false);
  std::vector<unsigned> definitions(count, 0);
  for (const decoded& i : f.instructions) {
    const auto& o = i.source->operands;
    each_result(i, [&](std::uint32_t r) { ++definitions[r]; });
    if (i.operation == op::ld && may_be_local(i) && o[0].kind == kind::reg && i.source->guard < 0)
      loaded[o[0].index] = true;
    if (i.operation != op::selp) {
      each_source(i, [&](std::uint32_t r) { used[r] = true; });
      continue;
    }
    each_register(o[3], [&](std::uint32_t r) { used[r] = true; });
    if (i.source->guard >= 0) used[static_cast<std::uint32_t>(i.source->guard)] = true;
    for (const std::size_t n : {1u, 2u})
      if (o[n].kind == kind::reg) chosen[o[n].index] = true;
  }
  for (std::size_t r = 0; r < count; ++r)
    chosen[r] = chosen[r] && loaded[r] && !used[r] && definitions[r] == 1;
  return chosen;
}

}  // namespace lockstep::simt
