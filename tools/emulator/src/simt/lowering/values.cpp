// Binding of arithmetic, comparisons, moves and conversions.
#include <algorithm>

#include "simt/control/actions.hpp"
#include "simt/instructions/moves.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/semantics/setp_form.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using ptx::word;

namespace {

bool is_float(scalar type) {
  return type == scalar::f32 || type == scalar::f64 || type == scalar::f16 ||
         type == scalar::f16x2 || type == scalar::bf16 || type == scalar::bf16x2;
}

// What set writes where its comparison holds: 1.0 of a floating-point type, all ones of an integer;
// of pairs for each half by itself.
std::uint32_t yes_of(scalar type, scalar compared) {
  switch (type) {
    case scalar::f32:
      return 0x3f800000;
    case scalar::f16:
    case scalar::f16x2:
      return 0x3c00;
    case scalar::bf16:
    case scalar::bf16x2:
      return 0x3f80;
    default:
      return compared == scalar::f16x2 || compared == scalar::bf16x2 ? 0xffff : ~0u;
  }
}

// Operands of the shapes in which some are not of the instruction's type.
struct shape {
  unsigned d, a, b, c;  // bytes; 0: there is none
};

shape shape_of(const decoded& i) {
  const auto t = static_cast<unsigned>(ptx::size_of(i.type));
  const std::size_t operands = i.source->operands.size();
  const unsigned b = operands > 2 ? t : 0, c = operands > 3 ? t : 0;
  switch (i.operation) {
    case op::mul:
    case op::mad:
      if (i.has(word::wide)) return {2 * t, t, b, c == 0 ? 0 : 2 * t};
      return {t, t, b, c};
    case op::popc:
    case op::clz:
    case op::bfind:
      return {4, t, 0, 0};
    case op::shl:
    case op::shr:
      return {t, t, 4, 0};
    case op::szext:
      return {t, t, 4, 0};
    case op::bfe:
      return {t, t, 4, 4};
    case op::bfi:
      return {t, t, t, 4};
    default:
      return {t, t, b, c};
  }
}

std::uint64_t prmt_mode(const decoded& i) {
  constexpr word modes[] = {word::f4e, word::b4e, word::rc8, word::ecl, word::ecr, word::rc16};
  for (unsigned m = 0; m < 6; ++m) {
    if (i.has(modes[m])) return m + 1;
  }
  return 0;
}

}  // namespace

void function_lowering::lower_arithmetic(const decoded& i) {
  const action run = shared_.actions.arithmetic(i);
  const auto& o = i.source->operands;
  if (run == nullptr || o.size() < 2) refuse(i);
  step s;
  if (i.type == scalar::pred) {
    s.a = source_predicate(o[1]);
    s.b = o.size() > 2 ? source_predicate(o[2]) : 0;
    s.d = predicate_row(o[0]);
  } else {
    const shape bytes = shape_of(i);
    s.a = source(o[1], bytes.a, i.type);
    if (bytes.b != 0) s.b = source(o[2], bytes.b, bytes.b == bytes.a ? i.type : scalar::none);
    if (bytes.c != 0) s.c = source(o[3], bytes.c, bytes.c == bytes.a ? i.type : scalar::none);
    s.d = o[0].kind == kind::sink ? shared_.rows.temporary(bytes.d) : destination(o[0], bytes.d);
  }
  if (is_float(i.type)) s.immediate = shared_.actions.float_immediate(i);
  if (i.has(word::cc) || i.operation == op::addc || i.operation == op::subc ||
      i.operation == op::madc)
    s.extra = shared_.carry_row[number_];
  switch (i.operation) {
    case op::bfi:
      s.extra = source(o[4], 4);
      break;
    case op::lop3:
      s.immediate = o[4].value & 0xff;
      if (!i.has(word::op_and) && !i.has(word::op_or)) break;
      if (o.size() < 6 || o[0].elements.empty()) refuse(i);
      s.extra = predicate_row(o[0].elements[0]);
      s.immediate |= std::uint64_t{source_predicate(o[5])} << 32 |
                     std::uint64_t{o[5].negated} << 9 | std::uint64_t{i.has(word::op_and)} << 8;
      break;
    case op::prmt:
      s.immediate = prmt_mode(i);
      break;
    case op::mad:
    case op::madc:
      if (!is_float(i.type))
        s.immediate = std::uint64_t{i.has(word::hi)} | std::uint64_t{i.operation == op::madc} << 1 |
                      std::uint64_t{i.has(word::cc)} << 2;
      break;
    default:
      break;
  }
  s.run = run;
  s.instruction = instruction_;
  steps_.push_back(s);
  if (i.type != scalar::pred) store_result(o[0], s.d, shape_of(i).d, is_signed(i.type));
}

void function_lowering::lower_comparison(const decoded& i) {
  const action run = shared_.actions.comparison(i);
  const auto& o = i.source->operands;
  if (run == nullptr) refuse(i);
  step s;
  if (i.operation == op::selp || i.operation == op::slct) {
    const scalar type = i.operation == op::selp ? i.type : i.types[0];
    const auto bytes = static_cast<unsigned>(ptx::size_of(type));
    s.a = source(o[1], bytes, type);
    s.b = source(o[2], bytes, type);
    s.c = i.operation == op::selp ? source_predicate(o[3]) : source(o[3], 4, i.types[1]);
    s.immediate = i.operation == op::selp ? negation(o[3]) : std::uint64_t{i.has(word::ftz)};
    s.d = destination(o[0], bytes);
    s.run = run;
    s.instruction = instruction_;
    steps_.push_back(s);
    store_result(o[0], s.d, bytes, is_signed(type));
    return;
  }
  const scalar type = i.operation == op::set ? i.types[1] : i.type;
  const auto bytes = static_cast<unsigned>(ptx::size_of(type));
  s.a = source(o[1], bytes, type);
  if (i.operation == op::testp) {
    constexpr word properties[] = {word::finite,     word::infinite, word::number,
                                   word::notanumber, word::normal,   word::subnormal};
    for (unsigned p = 0; p < 6; ++p) {
      if (i.has(properties[p])) s.immediate = p;
    }
    s.d = predicate_row(o[0]);
  } else {
    s.b = source(o[2], bytes, type);
    setp_form form;
    form.ftz = i.has(word::ftz);
    form.combine = i.has(word::op_and)   ? setp_form::with_and
                   : i.has(word::op_or)  ? setp_form::with_or
                   : i.has(word::op_xor) ? setp_form::with_xor
                                         : setp_form::no_combine;
    if (form.combine != setp_form::no_combine) {
      if (o.size() < 4) refuse(i);
      s.c = source_predicate(o[3]);
      form.negate_c = o[3].negated;
    }
    if (i.operation == op::set) form.yes = yes_of(i.types[0], i.types[1]);
    form.has_first = o[0].kind == kind::reg;
    if (i.operation == op::setp && !o[0].elements.empty() && o[0].elements[0].kind == kind::reg) {
      form.has_second = true;
      s.extra = predicate_row(o[0].elements[0]);
    }
    s.immediate = form.pack();
    if (i.operation == op::set)
      s.d = destination(o[0], static_cast<unsigned>(ptx::size_of(i.types[0])));
    else if (form.has_first)
      s.d = predicate_row(o[0]);
  }
  s.run = run;
  s.instruction = instruction_;
  steps_.push_back(s);
  if (i.operation == op::set)
    store_result(o[0], s.d, static_cast<unsigned>(ptx::size_of(i.types[0])), is_signed(i.types[0]));
}

void function_lowering::lower_move(const decoded& i) {
  const auto& o = i.source->operands;
  step s;
  s.instruction = instruction_;
  if (i.type == scalar::pred) {
    s.a = source_predicate(o[1]);
    s.d = predicate_row(o[0]);
    s.immediate = negation(o[1]);
    s.run = &move_predicate;
    steps_.push_back(s);
    return;
  }
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  if (bytes > 8 || bytes < 2) refuse(i);
  if (o[0].kind == kind::list || o[1].kind == kind::list) {
    const bool pack = o[1].kind == kind::list;
    const auto& elements = pack ? o[1].elements : o[0].elements;
    if (elements.empty() || bytes % elements.size() != 0) refuse(i);
    const unsigned each = bytes / static_cast<unsigned>(elements.size());
    std::vector<std::uint32_t> rows;
    for (const operand& e : elements)
      rows.push_back(pack                   ? source(e, std::max(each, 1u))
                     : e.kind == kind::sink ? no_row
                                            : destination(e, std::max(each, 1u)));
    if (pack)
      s.d = destination(o[0], bytes);
    else
      s.a = source(o[1], bytes, i.type);
    s.extra = static_cast<std::uint32_t>(shared_.out->row_lists.size());
    s.immediate = each;
    s.c = bytes;
    s.run = vector_move(pack, each, bytes);
    shared_.out->row_lists.push_back(rows);
    steps_.push_back(s);
    if (pack) return store_result(o[0], s.d, bytes, false);
    for (std::size_t e = 0; e < elements.size(); ++e) {
      if (elements[e].kind != kind::sink) store_result(elements[e], rows[e], each, false);
    }
    return;
  }
  s.a = source(o[1], bytes, i.type);
  s.d = destination(o[0], bytes);
  s.run = shared_.actions.move(static_cast<std::uint8_t>(bytes));
  steps_.push_back(s);
  store_result(o[0], s.d, bytes, is_signed(i.type));
}

void function_lowering::lower_conversion(const decoded& i) {
  const action run = shared_.actions.conversion(i);
  const auto& o = i.source->operands;
  if (run == nullptr || o[1].kind == kind::list) refuse(i);
  const bool pack = i.has(word::pack);  // integers, into a register of 32 bits
  const auto from = static_cast<unsigned>(ptx::size_of(i.types[1])),
             to = pack ? 4 : static_cast<unsigned>(ptx::size_of(i.types[0]));
  step s;
  s.a = source(o[1], from, i.types[1]);
  if (o.size() > 2) s.b = source(o[2], from, i.types[1]);
  if (o.size() > 3) s.c = source(o[3], 4);
  s.d = destination(o[0], to);
  s.immediate = shared_.actions.float_immediate(i);
  s.run = run;
  s.instruction = instruction_;
  steps_.push_back(s);
  store_result(o[0], s.d, to, is_signed(i.types[0]));
}

void function_lowering::lower_address_conversion(const decoded& i) {
  const auto& o = i.source->operands;
  const auto bytes = i.type == scalar::none ? 8u : static_cast<unsigned>(ptx::size_of(i.type));
  if (bytes != 4 && bytes != 8) refuse(i);  // addresses have 32 or 64 bits
  std::uint64_t window = 0;
  switch (i.space()) {
    case ptx::state_space::shared:
      window = shared_window;
      break;
    case ptx::state_space::local:
      window = local_window;
      break;
    case ptx::state_space::param:
      window = parameter_window;
      break;
    default:
      break;
  }
  step s;
  s.a = source(o[1], bytes);
  s.instruction = instruction_;
  if (i.operation == op::isspacep) {
    s.d = predicate_row(o[0]);
    s.immediate = window;
    s.extra = window == shared_window && !i.has(word::shared_cluster) ? 1 : 0;
    s.run = &is_in_space;
    steps_.push_back(s);
    return;
  }
  s.d = destination(o[0], bytes);
  if (window == 0) {
    s.run = shared_.actions.move(static_cast<std::uint8_t>(bytes));
  } else {
    decoded add;
    add.operation = i.has(word::to) ? op::sub : op::add;
    add.type = scalar::u64;
    if (bytes != 8) refuse(i);
    s.b = shared_.rows.constant(8, window);
    s.run = shared_.actions.arithmetic(add);
  }
  steps_.push_back(s);
  store_result(o[0], s.d, bytes, false);
}

}  // namespace lockstep::simt
