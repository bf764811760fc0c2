// What each instruction does with values that nobody has written (instruments/unwritten.hpp).
#include <algorithm>

#include "simt/lowering/function_lowering.hpp"
#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using ptx::word;

namespace {

// It makes its result of nothing but its operands, and perhaps of a condition code.
bool carries(const decoded& i) {
  return is_arithmetic(i) || i.operation == op::cvta || i.operation == op::isspacep;
}

}  // namespace

void function_lowering::follow_unwritten(const decoded& i, std::size_t first) {
  using what = followed_step::what;
  followed_step f = std::exchange(observed_step_, {});
  if (!shared_.form.checked || in_prologue_ || first == steps_.size()) return;
  const auto& o = i.source->operands;
  const auto use = [&](std::uint32_t r) { f.used.push_back(unwritten_register(r)); };
  if (i.source->guard >= 0) use(static_cast<std::uint32_t>(i.source->guard));
  each_result(i, [&](std::uint32_t r) { f.values.to.push_back(unwritten_register(r)); });
  switch (i.operation) {
    case op::ld:
    case op::ldu:
      f.does = what::load;
      if (i.space() == state_space::param)
        follow_parameter(i, f);
      else
        each_register(o[1], use);
      break;
    case op::st:
      f.does = what::store;
      f.values.to.clear();
      follow_operands(i, f);
      if (i.space() == state_space::param)
        follow_parameter(i, f);
      else
        each_register(o[0], use);
      break;
    case op::call:
      f.does = what::call;
      f.values.to.clear();
      f.call = static_cast<std::uint32_t>(shared_.out->calls.size()) - 1;
      if (const auto& site = shared_.out->calls.back(); !site.callee.empty()) {
        function_id callee;
        if (shared_.image.find_function(id_.module, site.callee, callee))
          f.callee = shared_.number.at(callee);
      } else {
        const operand& pointer = o[o[0].kind == kind::list ? 1 : 0];
        use(pointer.index);
        f.is_by_pointer = true;
        f.address_row = source(pointer, 8);
      }
      break;
    case op::ret:
      if (syntax_.is_entry) break;
      f.does = what::give_back;
      f.callee = number_;
      break;
    case op::shfl:
      if (shuffled_) return;  // instruments::follow_shuffle does it
      f.does = what::carry;   // of nothing
      break;
    case op::bra:
      break;
    default:
      if (carries(i)) {
        f.does = what::carry;
        f.values.how = form_of(i);
        follow_operands(i, f);
        follow_condition_code(i, f);
        break;
      }
      f.does = what::use;
      for (std::size_t n = only_writes_first(i) ? 1 : 0; n < o.size(); ++n)
        each_register(o[n], use);
  }
  if (f.does == what::nothing && f.used.empty()) return;
  if (f.does == what::use && f.used.empty() && f.values.to.empty()) return;
  shared_.out->checked->followed_steps.resize(shared_.out->instructions.size());
  shared_.out->checked->followed_steps[instruction_] = std::move(f);
  followed_.emplace_back(instruction_, static_cast<std::uint32_t>(first));
}

// The values of an instruction: what a store stores, by element, or what others are made of.
void function_lowering::follow_operands(const decoded& i, followed_step& f) {
  const auto& o = i.source->operands;
  const auto add = [&](const operand& e) {
    followed_register r;
    if (e.kind == kind::reg) {
      r.number = unwritten_register(e.index);
      r.has_row = e.part.empty();
      if (r.has_row) r.row = register_row(e);
      r.bytes = static_cast<std::uint8_t>(bytes_of_register(e));
      r.negated = e.negated;
    }
    f.values.from.push_back(r);
  };
  for (std::size_t n = 1; n < o.size(); ++n) {
    if (o[n].kind == kind::list)
      for (const operand& e : o[n].elements) add(e);
    else
      add(o[n]);
  }
}

// It is one more register of the function, behind the others.
void function_lowering::follow_condition_code(const decoded& i, followed_step& f) {
  const std::uint32_t code =
      unwritten_register(static_cast<std::uint32_t>(syntax_.registers.size()));
  if (i.has(word::cc)) f.values.to.push_back(code);
  if (i.operation != op::addc && i.operation != op::subc && i.operation != op::madc) return;
  followed_register from;
  from.number = code;
  f.values.from.push_back(from);
}

void function_lowering::follow_parameter(const decoded& i, followed_step& f) {
  using what = followed_step::what;
  const bool is_store = i.operation == op::st;
  const operand& where = i.source->operands[is_store ? 0 : 1];
  const bool indexed = where.kind == kind::address && where.base == kind::reg;
  const bool of_kernel = syntax_.is_entry &&
                         (indexed || std::find(syntax_.parameters.begin(), syntax_.parameters.end(),
                                               where.index) != syntax_.parameters.end());
  if (indexed || of_kernel) {
    f.does = is_store ? what::nothing : what::load;  // a load of nothing that is followed
    return;
  }
  bool is_local = false;
  f.does = is_store ? what::store_parameter : what::load_parameter;
  f.slot.offset = static_cast<std::uint32_t>(address_of_variable(where, is_local) +
                                             static_cast<std::uint64_t>(where.offset));
  f.slot.bytes = static_cast<std::uint32_t>(ptx::size_of(i.type));
  if (is_store) return;
  f.values.to.clear();
  const operand& data = i.source->operands[0];
  const auto add = [&](const operand& e) {
    f.values.to.push_back(e.kind == kind::reg ? unwritten_register(e.index)
                                              : unwritten_values::none);
  };
  if (data.kind == kind::list)
    for (const operand& e : data.elements) add(e);
  else
    add(data);
}

}  // namespace lockstep::simt
