#include "simt/invariants.hpp"

#include <algorithm>

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using ptx::word;
using kind = operand::kind_t;

bool reads_parameter(const ptx::function& kernel, const decoded& i) {
  const operand& from = i.source->operands[1];
  return i.space() == state_space::param && from.kind == kind::address &&
         from.base == kind::variable &&
         std::find(kernel.parameters.begin(), kernel.parameters.end(), from.index) !=
             kernel.parameters.end();
}

bool is_pure(const ptx::function& kernel, const decoded& i) {
  switch (i.operation) {
    case op::add:
    case op::sub:
    case op::mul:
    case op::mad:
      return !i.has(word::cc);
    case op::mul24:
    case op::mad24:
    case op::sad:
    case op::div:
    case op::rem:
    case op::abs:
    case op::neg:
    case op::min:
    case op::max:
    case op::popc:
    case op::clz:
    case op::bfind:
    case op::brev:
    case op::bfe:
    case op::bfi:
    case op::fma:
    case op::rcp:
    case op::sqrt:
    case op::setp:
    case op::selp:
    case op::and_:
    case op::or_:
    case op::xor_:
    case op::not_:
    case op::lop3:
    case op::shf:
    case op::shl:
    case op::shr:
    case op::prmt:
    case op::mov:
    case op::cvt:
      return true;
    case op::cvta:
      return i.space() == state_space::global || i.space() == state_space::shared ||
             i.space() == state_space::constant;
    case op::ld:
      return reads_parameter(kernel, i);
    default:
      return false;
  }
}

class finder {
 public:
  explicit finder(const ptx::decoded_function& kernel)
      : kernel_(kernel),
        definitions_(kernel.source->registers.size(), 0),
        known_(kernel.source->registers.size(), false) {
    for (const decoded& i : kernel_.instructions)
      each_definition(i, [&](std::uint32_t r) { ++definitions_[r]; });
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
        each_definition(i, [&](std::uint32_t r) { known_[r] = true; });
      }
    }
    return found;
  }

 private:
  // Registers that an instruction may write. Those of stores and the like, which only read their
  // first operand, are among them; that is on the safe side.
  template <class F>
  static void each_definition(const decoded& i, F f) {
    if (i.source->operands.empty()) return;
    const operand& d = i.source->operands.front();
    if (d.kind == kind::reg) f(d.index);
    if (d.kind == kind::address) return;
    for (const operand& e : d.elements) {
      if (e.kind == kind::reg) f(e.index);
    }
  }

  bool is_invariant(const decoded& i) const {
    if (!is_pure(*kernel_.source, i) || i.source->guard >= 0) return false;
    bool result = true;
    each_definition(i, [&](std::uint32_t r) { result = result && definitions_[r] == 1; });
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

}  // namespace lockstep::simt
