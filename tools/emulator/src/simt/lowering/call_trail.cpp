#include "simt/lowering/call_trail.hpp"

#include <algorithm>
#include <map>

#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {
namespace {

using ptx::decoded;
using ptx::decoded_function;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using kind = operand::kind_t;

// A value that goes through more functions than that is not followed further.
constexpr std::size_t most_visits = 64;

struct call_lists {
  const operand* results = nullptr;
  const operand* arguments = nullptr;
};
call_lists lists_of(const decoded& call) {
  const auto& o = call.source->operands;
  call_lists found;
  std::size_t at = 0;
  if (at < o.size() && o[at].kind == kind::list) found.results = &o[at++];
  ++at;
  if (at < o.size() && o[at].kind == kind::list) found.arguments = &o[at];
  return found;
}

bool is_variable(const operand& o) { return o.kind == kind::variable && !o.of_module; }

// An access to a variable by which arguments and results are passed.
bool passes(const decoded& i, op operation) {
  const auto& o = i.source->operands;
  if (i.operation != operation || i.space() != state_space::param) return false;
  const operand& at = o[operation == op::ld ? 1 : 0];
  return at.kind == kind::address && at.base == kind::variable && !at.of_module;
}

bool may_be_local(const decoded& i, op operation) {
  return i.operation == operation &&
         (i.space() == state_space::local || i.space() == state_space::generic);
}

}  // namespace

const places& called_functions::places_in(std::uint32_t function) {
  one& f = functions[function];
  if (!f.where) f.where.emplace(*f.code);
  return *f.where;
}

call_trail::call_trail(called_functions& in, std::uint32_t function, std::uint32_t load) : in_(in) {
  visits_.push_back({});
  visits_[0].function = function;
  visits_[0].origins.insert(load);
  visits_[0].loaded_from = in.places_in(function).of(
      in.functions[function].code->instructions[load].source->operands.at(1));
  add_due(0);
  while (!due_.empty()) {
    const std::size_t next = due_.back();
    due_.pop_back();
    follow(next);
  }
}

void call_trail::add_due(std::size_t v) {
  if (std::find(due_.begin(), due_.end(), v) == due_.end()) due_.push_back(v);
}

std::size_t call_trail::visit_of(std::uint32_t function, std::int32_t by, std::uint32_t call) {
  for (std::size_t v = 1; v < visits_.size(); ++v)
    if (visits_[v].function == function && visits_[v].by == by && visits_[v].call == call) return v;
  if (visits_.size() == most_visits) return visits_.size();
  visits_.push_back({});
  visits_.back().function = function;
  visits_.back().by = by;
  visits_.back().call = call;
  return visits_.size() - 1;
}

place call_trail::outside(const place& p, std::uint32_t callee, std::uint32_t caller,
                          std::uint32_t call) const {
  if (p.from == place::base::of_module)
    return in_.functions[callee].module == in_.functions[caller].module ? p : place();
  if (p.from != place::base::parameter) return {};
  const auto& formal = in_.functions[callee].code->source->parameters;
  const auto position =
      static_cast<std::size_t>(std::find(formal.begin(), formal.end(), p.index) - formal.begin());
  const decoded_function& f = *in_.functions[caller].code;
  const operand* const arguments = lists_of(f.instructions[call]).arguments;
  if (arguments == nullptr || position >= arguments->elements.size()) return {};
  const operand& argument = arguments->elements[position];
  for (const decoded& i : f.instructions)
    if (passes(i, op::st) && i.source->operands[0].index == argument.index)
      return in_.places_in(caller).of(i.source->operands[1]).behind(p.offset);
  return {};
}

place call_trail::inside(const place& p, std::uint32_t caller,
                         const called_functions::call& c) const {
  if (!p.is_known()) return {};
  if (p.from == place::base::of_module)
    return in_.functions[c.callee].module == in_.functions[caller].module ? p : place();
  for (const std::uint32_t formal : in_.functions[c.callee].code->source->parameters) {
    const place as_formal{place::base::parameter, formal, 0};
    const place passed = outside(as_formal, c.callee, caller, c.instruction);
    if (passed.has_base_of(p)) return as_formal.behind(p.offset - passed.offset);
  }
  return {};
}

// The value lies in a local variable from now on: in this function's or, by its address, in that of
// one further out. True if it does.
bool call_trail::hold(std::size_t v, const place& p) {
  bool is_local = p.from == place::base::local;
  if (p.from == place::base::parameter && visits_[v].by >= 0) {
    const auto outer = static_cast<std::size_t>(visits_[v].by);
    is_local =
        hold(outer, outside(p, visits_[v].function, visits_[outer].function, visits_[v].call));
  } else if (p.from == place::base::parameter) {
    const std::uint32_t function = visits_[v].function;
    for (std::uint32_t caller = 0; caller < in_.functions.size(); ++caller) {
      for (const called_functions::call& c : in_.functions[caller].calls) {
        if (c.callee != function) continue;
        const place there = outside(p, function, caller, c.instruction);
        if (there.from != place::base::local && there.from != place::base::parameter) continue;
        const std::size_t outer = visit_of(caller, -1, c.instruction);
        if (outer == visits_.size()) continue;
        visits_[outer].loaded_from =
            outside(visits_[v].loaded_from, function, caller, c.instruction);
        if (!hold(outer, there)) continue;
        visits_[outer].results_of.insert(c.instruction);
        is_local = true;
      }
    }
  }
  if (is_local && visits_[v].held.insert(p).second) add_due(v);
  return is_local;
}

void call_trail::note_origins(visit& v) const {
  if (v.held.empty()) return;
  const decoded_function& f = *in_.functions[v.function].code;
  const places& where = in_.places_in(v.function);
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n)
    if (may_be_local(f.instructions[n], op::ld) &&
        v.held.count(where.of(f.instructions[n].source->operands[1])) != 0)
      v.origins.insert(n);
}

// What a variable for arguments or results holds at these offsets is the value.
void call_trail::give(std::size_t v, std::uint32_t variable,
                      const std::set<std::int64_t>& offsets) {
  const decoded_function& f = *in_.functions[visits_[v].function].code;
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n) {
    const decoded& i = f.instructions[n];
    if (!passes(i, op::ld) || i.source->operands[1].index != variable) continue;
    const bool is_part = i.vector > 1 || offsets.count(i.source->operands[1].offset) != 0;
    if (is_part && visits_[v].origins.insert(n).second) add_due(v);
  }
}

void call_trail::pass_results(std::size_t v, const std::set<std::int64_t>& offsets) {
  const std::uint32_t function = visits_[v].function;
  const auto give_to = [&](std::size_t outer, std::uint32_t call) {
    const decoded_function& f = *in_.functions[visits_[outer].function].code;
    const operand* const results = lists_of(f.instructions[call]).results;
    if (results == nullptr || results->elements.empty() || !is_variable(results->elements[0]))
      return;
    if (visits_[outer].results_of.insert(call).second) add_due(outer);
    give(outer, results->elements[0].index, offsets);
  };
  if (visits_[v].by >= 0) return give_to(static_cast<std::size_t>(visits_[v].by), visits_[v].call);
  for (std::uint32_t caller = 0; caller < in_.functions.size(); ++caller) {
    for (const called_functions::call& c : in_.functions[caller].calls) {
      if (c.callee != function) continue;
      const std::size_t outer = visit_of(caller, -1, c.instruction);
      if (outer == visits_.size()) return;
      visits_[outer].loaded_from = outside(visits_[v].loaded_from, function, caller, c.instruction);
      give_to(outer, c.instruction);
    }
  }
}

void call_trail::leave_by_stores(std::size_t v) {
  const std::uint32_t function = visits_[v].function;
  const decoded_function& f = *in_.functions[function].code;
  std::set<std::int64_t> returned;
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n) {
    const decoded& i = f.instructions[n];
    if (i.operation != op::st || !visits_[v].trail->is_taken(n, 1)) continue;
    const operand& to = i.source->operands[0];
    if (may_be_local(i, op::st)) hold(v, in_.places_in(function).of(to));
    const auto& results = f.source->results;
    if (passes(i, op::st) && std::find(results.begin(), results.end(), to.index) != results.end())
      returned.insert(to.offset);
  }
  if (!returned.empty()) pass_results(v, returned);
}

void call_trail::enter_calls(std::size_t v) {
  const std::uint32_t function = visits_[v].function;
  const decoded_function& f = *in_.functions[function].code;
  std::map<std::uint32_t, std::set<std::int64_t>> passed;  // by variable: offsets
  for (std::uint32_t n = 0; n < f.instructions.size(); ++n)
    if (passes(f.instructions[n], op::st) && visits_[v].trail->is_taken(n, 1))
      passed[f.instructions[n].source->operands[0].index].insert(
          f.instructions[n].source->operands[0].offset);
  for (const called_functions::call& c : in_.functions[function].calls) {
    const operand* const arguments = lists_of(f.instructions[c.instruction]).arguments;
    if (arguments == nullptr) continue;
    const auto& formal = in_.functions[c.callee].code->source->parameters;
    const auto enter = [&] {
      const std::size_t inner = visit_of(c.callee, static_cast<std::int32_t>(v), c.instruction);
      if (inner < visits_.size())
        visits_[inner].loaded_from = inside(visits_[v].loaded_from, function, c);
      return inner;
    };
    for (std::size_t a = 0; a < arguments->elements.size() && a < formal.size(); ++a) {
      const auto found = passed.find(arguments->elements[a].index);
      if (found == passed.end() || !is_variable(arguments->elements[a])) continue;
      if (const std::size_t inner = enter(); inner < visits_.size())
        give(inner, formal[a], found->second);
    }
    const std::set<place> held = visits_[v].held;
    for (const place& p : held) {
      const place there = inside(p, function, c);
      if (there.from != place::base::parameter) continue;
      if (const std::size_t inner = enter();
          inner < visits_.size() && visits_[inner].held.insert(there).second)
        add_due(inner);
    }
  }
}

void call_trail::follow(std::size_t v) {
  const decoded_function& f = *in_.functions[visits_[v].function].code;
  if (f.blocks.size() > most_followed_blocks) return;
  note_origins(visits_[v]);
  visits_[v].trail.emplace(
      f, std::vector<std::uint32_t>(visits_[v].origins.begin(), visits_[v].origins.end()));
  leave_by_stores(v);
  enter_calls(v);
}

}  // namespace lockstep::simt
