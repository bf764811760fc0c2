// The steps by which a recorded kernel reports to the recorder of provenance.
#include "simt/instruments/provenance.hpp"

#include "simt/lowering/function_lowering.hpp"
#include "simt/lowering/register_use.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using ptx::word;

namespace {

bool is_memory(const decoded& i) {
  switch (i.operation) {
    case op::ld:
    case op::ldu:
    case op::st:
      return i.space() != state_space::param;
    case op::atom:
    case op::red:
      return true;
    default:
      return false;
  }
}

bool is_exchange(const decoded& i) { return i.operation == op::shfl || i.operation == op::redux; }

recorded_code::exchange::kind kind_of_exchange(const decoded& i) {
  using kind = recorded_code::exchange::kind;
  if (i.operation == op::redux) return kind::all;
  if (i.has(word::up)) return kind::up;
  if (i.has(word::down)) return kind::down;
  if (i.has(word::bfly)) return kind::butterfly;
  return kind::index;
}

// The bits of the integers that numbers of the type hold exactly, and whether they may be
// fractions.
struct precision {
  unsigned bits = 0;
  bool fractions = false;
};

precision precision_of(ptx::scalar type) {
  switch (type) {
    case ptx::scalar::f16:
      return {11, true};
    case ptx::scalar::f32:
      return {24, true};
    case ptx::scalar::f64:
      return {53, true};
    default:
      return {static_cast<unsigned>(8 * ptx::size_of(type)), false};
  }
}

// `cvt.rn.f32.s32` and `cvt.u16.u32`, but not `cvt.s64.s32` (PTX ISA 9.7.9.21, cvt).
bool narrows(const decoded& i) {
  if (i.operation != op::cvt) return false;
  std::vector<ptx::scalar> types;
  for (const std::string_view modifier : i.source->modifiers)
    if (const ptx::scalar type = ptx::scalar_named(modifier); type != ptx::scalar::none)
      types.push_back(type);
  if (types.size() != 2) return false;
  const precision to = precision_of(types[0]), from = precision_of(types[1]);
  return to.bits < from.bits || (from.fractions && !to.fractions);
}

}  // namespace

std::uint32_t function_lowering::recorded_register(const operand& o) const {
  return o.kind == kind::reg ? first_recorded_ + o.index : recorded_code::none;
}

void function_lowering::record_head(const decoded& i) {
  if (i.source->guard < 0) return;
  operand predicate;
  predicate.kind = kind::reg;
  predicate.index = static_cast<std::uint32_t>(i.source->guard);
  step& s = emit(&instruments::record_decision);
  s.a = predicate_row(predicate);
  s.immediate = i.source->guard_negated ? ~std::uint64_t{0} : 0;
}

// Values get lost there: in bulk copies, in asynchronous stores, and in matrices that a warp holds
// together.
bool function_lowering::is_gap(const decoded& i) const {
  const bool is_asynchronous = i.operation == op::cp && i.has(word::bulk);
  return is_asynchronous || (i.operation == op::st && i.has(word::async)) || is_of_matrices(i);
}

void function_lowering::record_parameter(const operand& value, bool is_store, bool indexed) {
  const step access = steps_.back();
  auto& all = shared_.out->recorded->parameters;
  step& s = emit(&instruments::record_parameter);
  s.a = access.a;
  s.immediate = access.immediate;
  s.extra = static_cast<std::uint32_t>(all.size());
  all.push_back({recorded_register(value), is_store, indexed});
}

void function_lowering::record_values(const decoded& i) {
  if (is_gap(i)) emit(&instruments::record_gap);
  if (is_memory(i) || is_exchange(i) || i.source->operands.empty()) return;
  const auto& o = i.source->operands;
  recorded_code::operation made;
  made.narrows = narrows(i);
  if (i.operation == op::bra || i.operation == op::call || i.operation == op::st) return;
  each_result(i, [&](std::uint32_t r) { made.results.push_back(first_recorded_ + r); });
  if (made.results.empty()) return;
  const bool comes_from_nowhere = i.operation == op::vote || i.operation == op::match ||
                                  i.operation == op::activemask || i.operation == op::ld;
  if (i.operation == op::selp) {
    made.chooses = true;
    made.sources = {recorded_register(o[1]), recorded_register(o[2])};
  } else if (!comes_from_nowhere) {
    for (std::size_t n = 1; n < o.size(); ++n)
      each_register(o[n], [&](std::uint32_t r) { made.sources.push_back(first_recorded_ + r); });
  }
  auto& all = shared_.out->recorded->operations;
  step& s = emit(&instruments::record_values);
  s.extra = static_cast<std::uint32_t>(all.size());
  if (made.chooses) {
    s.a = predicate_row(o[3]);
    s.immediate = negation(o[3]);
  }
  all.push_back(std::move(made));
}

void function_lowering::record_access(const decoded& i, const step& access,
                                      const observed_access& what) {
  const auto& o = i.source->operands;
  recorded_code::access how;
  how.space = what.space;
  how.narrow_address = what.narrow_address;
  how.element_bytes = what.element_bytes;
  const bool is_atomic = i.operation == op::atom || i.operation == op::red;
  const bool stores = i.operation == op::st;
  using access_kind = recorded_code::access::kind;
  how.what = is_atomic ? access_kind::atomic : stores ? access_kind::store : access_kind::load;
  const std::size_t where = i.operation == op::st || i.operation == op::red ? 0 : 1;
  const operand& data = is_atomic ? o[where + 1] : stores ? o[1] : o[0];
  if (data.kind == kind::list)
    for (const operand& e : data.elements) how.elements.push_back(recorded_register(e));
  else
    how.elements.push_back(recorded_register(data));
  if (i.operation == op::atom) how.old = recorded_register(o[0]);
  if (o[where].kind == kind::address && o[where].base == kind::reg)
    how.index = first_recorded_ + o[where].index;
  auto& all = shared_.out->recorded->accesses;
  step& s = emit(&instruments::record_access);
  s.a = access.a;
  s.immediate = access.immediate;
  s.extra = static_cast<std::uint32_t>(all.size());
  all.push_back(std::move(how));
}

void function_lowering::record_exchange(const decoded& i, std::uint32_t by, std::uint32_t clamp) {
  const auto& o = i.source->operands;
  auto& all = shared_.out->recorded->exchanges;
  step& s = emit(&instruments::record_exchange);
  s.a = by;
  s.b = clamp;
  s.extra = static_cast<std::uint32_t>(all.size());
  all.push_back({recorded_register(o[0]), recorded_register(o[1]), kind_of_exchange(i)});
}

}  // namespace lockstep::simt
