#include "simt/lowering/value_copies.hpp"

#include <utility>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using kind = operand::kind_t;

// Through an address that may be of local memory; `into` any, but not of parameters.
bool may_be_copy(const decoded& i, value_copies::into where) {
  if (where == value_copies::into::any_memory) return i.space() != state_space::param;
  return i.space() == state_space::generic || i.space() == state_space::local;
}

// What a function gets by value it may never use, as lanes do not that take part in a shuffle only
// to receive.
bool is_argument(const decoded& store) { return store.space() == state_space::param; }

}  // namespace

value_copies::value_copies(const ptx::decoded_function& f, into where)
    : origin_(f.source->registers.size(), none) {
  std::vector<bool> used(origin_.size(), false);
  std::vector<unsigned> definitions(origin_.size(), 0);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves;  // to, from
  const auto use = [&](std::uint32_t r) { used[r] = true; };
  for (const decoded& i : f.instructions) {
    const auto& o = i.source->operands;
    if (i.operation == op::ld && may_be_copy(i, where)) {
      each_register(o[0], [&](std::uint32_t r) {
        ++definitions[r];
        origin_[r] = r;
      });
      each_register(o[1], use);
    } else if (i.operation == op::st && (may_be_copy(i, where) || is_argument(i))) {
      each_register(o[0], use);
    } else if (i.operation == op::mov && o[0].kind == kind::reg && o[1].kind == kind::reg) {
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
