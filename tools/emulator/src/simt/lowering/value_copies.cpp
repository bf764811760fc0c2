#include "simt/lowering/value_copies.hpp"

#include <utility>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;

value_copies::value_copies(const ptx::decoded_function& f)
    : origin_(f.source->registers.size(), none) {
  std::vector<bool> used(origin_.size(), false);
  std::vector<unsigned> definitions(origin_.size(), 0);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves;  // to, from
  const auto use = [&](std::uint32_t r) { used[r] = true; };
  for (const decoded& i : f.instructions) {
    const auto& o = i.source->operands;
    if (i.operation == op::ld && i.space() != state_space::param) {
      each_register(o[0], [&](std::uint32_t r) {
        ++definitions[r];
        origin_[r] = r;
      });
      each_register(o[1], use);
    } else if (i.operation == op::st) {
      each_register(o[0], use);
    } else if (i.operation == op::mov && o[0].kind == operand::kind_t::reg &&
               o[1].kind == operand::kind_t::reg) {
      ++definitions[o[0].index];
      moves.emplace_back(o[0].index, o[1].index);
    } else {
      for (const operand& each : o) each_register(each, use);
    }
  }
  const auto is_usable = [&](std::uint32_t r) { return !used[r] && definitions[r] == 1; };
  for (bool more = true; more;) {
    more = false;
    for (const auto& [to, from] : moves) {
      if (!is_usable(to)) {
        more = more || !used[from];
        used[from] = true;
      } else if (origin_[to] != origin_[from]) {
        origin_[to] = origin_[from];
        more = true;
      }
    }
  }
  for (std::uint32_t r = 0; r < origin_.size(); ++r)
    if (origin_[r] != none && (!is_usable(r) || !is_usable(origin_[r]))) origin_[r] = none;
}

}  // namespace lockstep::simt
