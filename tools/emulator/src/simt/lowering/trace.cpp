// The steps by which a traced kernel reports to the trace.
#include "simt/control/actions.hpp"
#include "simt/instructions/warp_operations.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/tracing.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/state/traced_code.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::state_space;
using ptx::word;

namespace {

// A barrier of the block, and not of the warp.
bool is_barrier(const decoded& i) {
  return (i.operation == op::bar || i.operation == op::barrier) && !i.has(word::warp);
}

trace::kind kind_of(const decoded& i, bool in_kernel) {
  using trace::kind;
  if (is_barrier(i)) return kind::barrier;
  switch (i.operation) {
    case op::ld:
    case op::ldu:
      return i.space() == state_space::param ? kind::other : kind::load;
    case op::st:
      return i.space() == state_space::param ? kind::other : kind::store;
    case op::atom:
    case op::red:
      return kind::atomic;
    case op::bra:
    case op::brx:
      return kind::branch;
    case op::exit:
      return kind::exit;
    case op::ret:
      return in_kernel ? kind::exit : kind::returns;
    case op::call:
      return kind::call;
    default:
      return i.operation == op::bar || i.operation == op::barrier ||
                     warp_operation(i).wait != nullptr
                 ? kind::warp
                 : kind::other;
  }
}

trace::instruction traced(const decoded& i, const ptx::source_line& line, bool in_kernel) {
  trace::instruction what;
  what.what = kind_of(i, in_kernel);
  what.op = i.source->opcode;
  for (const std::string_view word : i.source->modifiers) what.op.append(".").append(word);
  what.file = line.file;
  what.line = line.line;
  if (what.what == trace::kind::call) {
    for (const ptx::operand& o : i.source->operands)
      if (o.kind == ptx::operand::kind_t::function) what.callee = o.text;
  }
  return what;
}

}  // namespace

void function_lowering::trace_head(const decoded& i) {
  auto& all = shared_.out->traced->instructions;
  all.resize(shared_.out->instructions.size());
  all[instruction_] = traced(i, shared_.out->instructions[instruction_].line, syntax_.is_entry);
  step& s = emit(&instruments::trace_head);
  if (i.source->guard < 0) return;
  ptx::operand predicate;
  predicate.kind = kind::reg;
  predicate.index = static_cast<std::uint32_t>(i.source->guard);
  s.a = predicate_row(predicate);
  s.immediate = i.source->guard_negated ? ~std::uint64_t{0} : 0;
  s.extra = 1;
}

// What is in the register decides, and of a constant how other elements of the memory are used.
protocol::value_type function_lowering::traced_type(const decoded& i, const ptx::operand& value) {
  using protocol::value_reading;
  if (readings_.empty()) readings_ = value_readings(decoded_);
  const ptx::operand& one =
      value.kind == kind::list && !value.elements.empty() ? value.elements.front() : value;
  const auto reading = i.type == ptx::scalar::f32 || i.type == ptx::scalar::f64
                           ? value_reading::as_floating
                       : one.kind == kind::reg ? readings_[one.index]
                                               : value_reading::as_signed;
  return protocol::value_type_of(reading, static_cast<unsigned>(ptx::size_of(i.type)));
}

void function_lowering::trace_access(const decoded& i, const step& access,
                                     const observed_access& what) {
  auto& all = shared_.out->traced->accesses;
  traced_code::values stored;
  const auto& o = i.source->operands;
  if (i.operation == op::st) {
    stored = {what.values, what.register_bytes, traced_type(i, o[1])};
  } else if ((i.operation == op::atom || i.operation == op::red) && i.vector == 1) {
    const bool compares = i.has(word::cas);
    stored = {{compares ? access.c : access.b},
              static_cast<std::uint8_t>(what.bytes),
              traced_type(i, o[o.size() - 1])};
  }
  step& s = emit(&instruments::trace_access);
  s.a = access.a;
  s.immediate = access.immediate;
  s.extra = static_cast<std::uint32_t>(all.size());
  all.push_back({what.space, what.narrow_address, what.bytes, std::move(stored)});
}

// The values of a load, and those that an atomic operation found.
void function_lowering::trace_loaded(const decoded& i) {
  const ptx::operand& to = i.source->operands.front();
  traced_code::values loaded{{}, 0, traced_type(i, to)};
  const auto add = [&](const ptx::operand& o) {
    loaded.rows.push_back(o.kind == kind::reg ? register_row(o) : traced_code::values::nowhere);
    if (o.kind == kind::reg) loaded.bytes = static_cast<std::uint8_t>(bytes_of_register(o));
  };
  if (to.kind == kind::list)
    for (const ptx::operand& e : to.elements) add(e);
  else
    add(to);
  if (loaded.bytes == 0) return;  // nobody wants to know
  auto& all = shared_.out->traced->loads;
  emit(&instruments::trace_loaded).extra = static_cast<std::uint32_t>(all.size());
  all.push_back(std::move(loaded));
}

// The values of a shuffle, or of a reduction of the warp.
void function_lowering::trace_exchange(const decoded& i) {
  const auto& o = i.source->operands;
  if (o[0].kind != kind::reg || o[1].kind != kind::reg) return;
  const auto values = [&](const ptx::operand& one) {
    return traced_code::values{{register_row(one)},
                               static_cast<std::uint8_t>(bytes_of_register(one)),
                               traced_type(i, one)};
  };
  auto& all = shared_.out->traced->exchanges;
  traced_code::exchange made{values(o[1]), values(o[0])};
  if (i.operation == op::shfl) made.distance = source(o[2], 4);
  emit(&instruments::trace_exchange).extra = static_cast<std::uint32_t>(all.size());
  all.push_back(std::move(made));
}

void function_lowering::trace_tail(const decoded& i) {
  if (!shared_.form.traced) return;
  if (is_barrier(i) && !i.has(word::arrive)) emit(&instruments::trace_leave);
  const bool gives = (i.operation == op::ld || i.operation == op::ldu || i.operation == op::atom) &&
                     i.space() != state_space::param && i.vector <= 4;
  if (gives) trace_loaded(i);
  if (i.operation == op::shfl || i.operation == op::redux) trace_exchange(i);
}

}  // namespace lockstep::simt
