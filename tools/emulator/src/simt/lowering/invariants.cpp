#include "simt/lowering/invariants.hpp"

#include <algorithm>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using kind = operand::kind_t;

bool reads_parameter(const ptx::function& kernel, const decoded& i) {
  const operand& from = i.source->operands[1];
  return i.space() == state_space::param && from.kind == kind::address &&
         from.base == kind::variable &&
         std::find(kernel.parameters.begin(), kernel.parameters.end(), from.index) !=
             kernel.parameters.end();
}

bool is_candidate(const ptx::function& kernel, const decoded& i) {
  if (i.operation == op::ld) return reads_parameter(kernel, i);
  if (i.operation == op::cvta)
    return i.space() == state_space::global || i.space() == state_space::shared ||
           i.space() == state_space::constant;
  return is_pure(i);
}

class finder {
 public:
  explicit finder(const ptx::decoded_function& kernel)
      : kernel_(kernel),
        definitions_(kernel.source->registers.size(), 0),
        known_(kernel.source->registers.size(), false) {
    for (const decoded& i : kernel_.instructions)
      each_result(i, [&](std::uint32_t r) { ++definitions_[r]; });
  }

  std::vector<std::uint32_t> run() {
    std::vector<std::uint32_t> found;
    std::vector<bool> taken(kernel_.instructions.size(), false);
    for (bool more = true; more;) {
      more = false;
      for (std::uint32_t n = 0; n < kernel_.instructions.size(); ++n) {
        const decoded& i = kernel_.instructions[n];
        if (taken[n] || !is_invariant(i)) continue;
        taken[n] = more = true;
        found.push_back(n);
        each_result(i, [&](std::uint32_t r) { known_[r] = true; });
      }
    }
    return found;
  }

 private:
  bool is_invariant(const decoded& i) const {
    if (!is_candidate(*kernel_.source, i) || i.source->guard >= 0) return false;
    bool result = true;
    each_result(i, [&](std::uint32_t r) { result = result && definitions_[r] == 1; });
    const auto& o = i.source->operands;
    return result && std::all_of(o.begin() + 1, o.end(),
                                 [&](const operand& source) { return is_invariant(source); });
  }

  bool is_invariant(const operand& o) const {
    switch (o.kind) {
      case kind::reg:
        return known_[o.index];
      case kind::integer:
      case kind::real:
      case kind::function:
        return true;
      case kind::special:
        return o.text.starts_with("%tid") || o.text.starts_with("%ntid") ||
               o.text.starts_with("%nctaid") || o.text == "%laneid" || o.text == "WARP_SZ";
      case kind::variable:
        return is_placed(o);
      case kind::address:
        return o.base == kind::variable && is_placed(o);
      case kind::list:
        return std::all_of(o.elements.begin(), o.elements.end(),
                           [&](const operand& e) { return is_invariant(e); });
      default:
        return false;
    }
  }

  // The place of a variable in local memory depends on the calls around it.
  bool is_placed(const operand& o) const {
    return o.of_module || kernel_.source->variables[o.index].space != state_space::local;
  }

  const ptx::decoded_function& kernel_;
  std::vector<std::uint32_t> definitions_;  // by register: how many instructions write it
  std::vector<bool> known_;                 // by register: it holds a launch invariant
};

}  // namespace

std::vector<std::uint32_t> launch_invariants(const ptx::decoded_function& kernel) {
  return finder(kernel).run();
}

std::vector<std::optional<std::uint64_t>> constant_registers(
    const ptx::decoded_function& kernel, const std::vector<std::uint32_t>& invariants) {
  std::vector<std::optional<std::uint64_t>> result(kernel.source->registers.size());
  for (const std::uint32_t n : invariants) {
    const decoded& i = kernel.instructions[n];
    const auto& o = i.source->operands;
    if (i.operation == op::mov && o[0].kind == kind::reg && o[1].kind == kind::integer)
      result[o[0].index] = o[1].value;
  }
  return result;
}

}  // namespace lockstep::simt
