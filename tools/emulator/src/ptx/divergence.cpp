// Which registers may hold another value in each thread, or one that is made of another. The
// analysis is a cautious one: a register that it takes for uniform is uniform. Values begin to
// differ at the thread's number, at what a load or an atomic operation gives, and where a register
// is set on one side of a branch on which threads part.
#include <algorithm>

#include "ptx/control_flow.hpp"

namespace lockstep::ptx {
namespace {

using kind = operand::kind_t;

template <class F>
void each_register(const operand& o, F f) {
  if (o.kind == kind::reg || (o.kind == kind::address && o.base == kind::reg)) f(o.index);
  for (const operand& e : o.elements) each_register(e, f);
}

template <class F>
void each_result(const decoded& i, F f) {
  if (i.source->operands.empty()) return;
  const operand& first = i.source->operands.front();
  if (first.kind != kind::address) each_register(first, f);
}

template <class F>
void each_source(const decoded& i, F f) {
  const auto& all = i.source->operands;
  if (i.source->guard >= 0) f(static_cast<std::uint32_t>(i.source->guard));
  for (std::size_t n = 0; n < all.size(); ++n)
    if (n != 0 || all[n].kind == kind::address) each_register(all[n], f);
}

bool differs(const operand& o) {
  for (const char* one : {"%tid", "%laneid", "%lanemask", "%warpid", "%clock", "%globaltimer"})
    if (o.kind == kind::special && o.text.starts_with(one)) return true;
  return std::any_of(o.elements.begin(), o.elements.end(), differs);
}

bool is_kernel_parameter(const decoded_function& of, const decoded& i) {
  const operand& from = i.source->operands.at(1);
  const auto& parameters = of.source->parameters;
  return of.source->is_entry && from.base == kind::variable && !from.of_module &&
         std::find(parameters.begin(), parameters.end(), from.index) != parameters.end();
}

// Whatever its operands are.
bool may_differ(const decoded_function& of, const decoded& i) {
  switch (i.operation) {
    case op::ld:
    case op::ldu:
      return i.space() != state_space::constant &&
             !(i.space() == state_space::param && is_kernel_parameter(of, i));
    case op::addc:
    case op::subc:
    case op::madc:  // by the carry
    case op::atom:
    case op::vote:
    case op::match:
    case op::activemask:
    case op::elect:
    case op::redux:
    case op::shfl:
    case op::wmma:
    case op::mma:
    case op::ldmatrix:
    case op::movmatrix:
    case op::call:
    case op::mbarrier:
    case op::alloca_:
    case op::stacksave:
      return true;
    default:
      return std::any_of(i.source->operands.begin(), i.source->operands.end(), differs);
  }
}

}  // namespace

std::vector<std::uint32_t> condition_of(const decoded& branch) {
  std::vector<std::uint32_t> found;
  if (branch.source->guard >= 0) found.push_back(static_cast<std::uint32_t>(branch.source->guard));
  if (branch.operation == op::brx)
    each_register(branch.source->operands.front(), [&](std::uint32_t r) { found.push_back(r); });
  return found;
}

std::vector<std::uint32_t> sources_of(const decoded& i) {
  std::vector<std::uint32_t> found;
  each_source(i, [&](std::uint32_t r) { found.push_back(r); });
  return found;
}

namespace {

// By register: whether its value depends on the results of the instructions for which `begins`
// holds.
template <class F>
std::vector<bool> spread(const decoded_function& of, const control_flow& flow, F begins) {
  std::vector<bool> found(of.source->registers.size(), false);
  std::vector<std::uint32_t> definitions(found.size(), 0);
  for (const decoded& i : of.instructions)
    each_result(i, [&](std::uint32_t r) { ++definitions[r]; });
  std::vector<std::vector<decision>> decisions;  // by block
  for (const basic_block& b : of.blocks)
    decisions.push_back(b.first == b.last ? std::vector<decision>{} : flow.decisions_on(b.first));
  const auto is_found = [&](std::uint32_t r) { return static_cast<bool>(found[r]); };
  for (bool more = true; more;) {
    more = false;
    for (std::size_t b = 0; b < of.blocks.size(); ++b) {
      const bool parted =
          std::any_of(decisions[b].begin(), decisions[b].end(), [&](const decision& d) {
            const auto looks_at = condition_of(of.instructions[d.branch]);
            return std::any_of(looks_at.begin(), looks_at.end(), is_found);
          });
      for (std::uint32_t n = of.blocks[b].first; n < of.blocks[b].last; ++n) {
        const decoded& i = of.instructions[n];
        const bool is_barrier = i.operation == op::bar || i.operation == op::barrier;
        bool differs_here = begins(i);
        if (!is_barrier)
          each_source(i, [&](std::uint32_t r) { differs_here = differs_here || found[r]; });
        each_result(i, [&](std::uint32_t r) {
          if (found[r] || !(differs_here || (parted && definitions[r] > 1))) return;
          found[r] = more = true;
        });
      }
    }
  }
  return found;
}

}  // namespace

std::vector<bool> divergent_registers(const decoded_function& of, const control_flow& flow) {
  return spread(of, flow, [&](const decoded& i) { return may_differ(of, i); });
}

std::vector<bool> dependent_registers(const decoded_function& of, const control_flow& flow,
                                      std::uint32_t instruction) {
  return spread(of, flow, [&](const decoded& i) { return &i == &of.instructions[instruction]; });
}

std::vector<bool> ingredients(const decoded_function& of, const std::vector<std::uint32_t>& from) {
  std::vector<bool> found(of.source->registers.size(), false);
  for (const std::uint32_t r : from) found[r] = true;
  for (bool more = true; more;) {
    more = false;
    for (const decoded& i : of.instructions) {
      bool gives = false;
      each_result(i, [&](std::uint32_t r) { gives = gives || found[r]; });
      if (!gives) continue;
      each_source(i, [&](std::uint32_t r) {
        more = more || !found[r];
        found[r] = true;
      });
    }
  }
  return found;
}

std::vector<bool> loaded_registers(const decoded_function& of) {
  std::vector<bool> found(of.source->registers.size(), false);
  for (bool more = true; more;) {
    more = false;
    for (const decoded& i : of.instructions) {
      const bool is_load = i.operation == op::ld || i.operation == op::atom;
      bool depends =
          is_load && i.space() != state_space::param && i.space() != state_space::constant;
      each_source(i, [&](std::uint32_t r) { depends = depends || found[r]; });
      if (!depends) continue;
      each_result(i, [&](std::uint32_t r) {
        more = more || !found[r];
        found[r] = true;
      });
    }
  }
  return found;
}

}  // namespace lockstep::ptx
