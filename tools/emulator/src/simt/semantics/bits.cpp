// Logic, shifts and bit fields (PTX ISA 9.7.1, 9.7.8).
#include "simt/semantics/bit_operations.hpp"
#include "simt/semantics/families.hpp"
#include "simt/semantics/forms.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

template <class Op>
const step* with_table(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b),
             *c = row<std::uint32_t>(w, s->c);
  const std::uint64_t table = s->immediate;
  write<std::uint32_t>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i], c[i], table); });
  return s + 1;
}

// lop3.or, lop3.and: also a predicate, row extra: result != 0, combined with that of the row in
// bits 32 and up of the immediate. Bit 8: .and; bit 9: negated.
const step* with_table_and_predicate(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b),
             *c = row<std::uint32_t>(w, s->c);
  const std::uint64_t table = s->immediate & 0xff;
  const lane_mask q = predicate(w, static_cast<std::uint32_t>(s->immediate >> 32)) ^
                      ((s->immediate & 0x200) != 0 ? all_lanes : 0);
  const lane_mask found =
      collect<std::uint32_t>([=](unsigned i) { return lop3_op::of(a[i], b[i], c[i], table) != 0; });
  write<std::uint32_t>(w, s->d, [=](unsigned i) { return lop3_op::of(a[i], b[i], c[i], table); });
  set_predicate(w, s->extra, (s->immediate & 0x100) != 0 ? found & q : found | q);
  return s + 1;
}

template <class T>
const step* extract(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const auto *b = row<std::uint32_t>(w, s->b), *c = row<std::uint32_t>(w, s->c);
  write<T>(w, s->d, [=](unsigned i) { return bfe_op::of(a[i], b[i], c[i]); });
  return s + 1;
}

template <class T>
const step* insert(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  const auto *c = row<std::uint32_t>(w, s->c), *length = row<std::uint32_t>(w, s->extra);
  write<T>(w, s->d, [=](unsigned i) { return bfi_op::of(a[i], b[i], c[i], length[i]); });
  return s + 1;
}

action funnel_shift(const decoded& i) {
  if (i.type != scalar::b32) return nullptr;
  if (i.has(word::l))
    return i.has(word::wrap) ? &ternary<shf_op<true, true>, std::uint32_t>
                             : &ternary<shf_op<true, false>, std::uint32_t>;
  return i.has(word::wrap) ? &ternary<shf_op<false, true>, std::uint32_t>
                           : &ternary<shf_op<false, false>, std::uint32_t>;
}

action sign_or_zero_extension(const decoded& i) {
  const auto of_type = [wrap = i.has(word::wrap)]<class T>(T) -> action {
    return wrap ? &shift<szext_op<true>, T> : &shift<szext_op<false>, T>;
  };
  if (i.type == scalar::u32) return of_type(std::uint32_t{});
  return i.type == scalar::s32 ? of_type(std::int32_t{}) : nullptr;
}

action find_bit(const decoded& i) {
  const bool shiftamt = i.has(word::shiftamt);
  return for_integer(i.type, [shiftamt](auto z) -> action {
    using T = decltype(z);
    if constexpr (sizeof(T) == 2)
      return nullptr;
    else
      return shiftamt ? &unary<bfind_op<true>, T, std::uint32_t>
                      : &unary<bfind_op<false>, T, std::uint32_t>;
  });
}

action logic(const decoded& i) {
  if (i.type == scalar::pred) {
    // A predicate is a row of one 32-bit word; control.cpp has the guards. Bits of lanes that
    // are not active stay.
    static constexpr auto combine = []<class Op>(Op) -> action {
      return [](warp& w, const step* s) -> const step* {
        set_predicate(w, s->d, Op::of(predicate(w, s->a), predicate(w, s->b)));
        return s + 1;
      };
    };
    switch (i.operation) {
      case op::and_:
        return combine(and_op{});
      case op::or_:
        return combine(or_op{});
      case op::xor_:
        return combine(xor_op{});
      default:
        return [](warp& w, const step* s) -> const step* {
          set_predicate(w, s->d, ~predicate(w, s->a));
          return s + 1;
        };
    }
  }
  switch (i.operation) {
    case op::and_:
      return bits_binary<and_op>(i.type);
    case op::or_:
      return bits_binary<or_op>(i.type);
    case op::xor_:
      return bits_binary<xor_op>(i.type);
    default:
      return bits_unary<not_op>(i.type);
  }
}

}  // namespace

action bit_action(const decoded& i) {
  switch (i.operation) {
    case op::and_:
    case op::or_:
    case op::xor_:
    case op::not_:
      return logic(i);
    case op::cnot:
      return bits_unary<cnot_op>(i.type);
    case op::lop3:
      return i.has(word::op_and) || i.has(word::op_or) ? &with_table_and_predicate
                                                       : &with_table<lop3_op>;
    case op::prmt:
      return &with_table<prmt_op>;
    case op::shf:
      return funnel_shift(i);
    case op::shl:
      return for_bits(i.type, [](auto z) -> action { return &shift<shl_op, decltype(z)>; });
    case op::shr:
      return for_integer(i.type, [](auto z) -> action { return &shift<shr_op, decltype(z)>; });
    case op::popc:
      return counting<popc_op>(i.type);
    case op::clz:
      return counting<clz_op>(i.type);
    case op::bfind:
      return find_bit(i);
    case op::brev:
      return bits_unary<brev_op>(i.type);
    case op::bmsk:
      return i.has(word::wrap) ? &binary<bmsk_op<true>, std::uint32_t>
                               : &binary<bmsk_op<false>, std::uint32_t>;
    case op::szext:
      return sign_or_zero_extension(i);
    case op::fns:
      return &ternary<fns_op, std::uint32_t>;
    case op::bfe:
      return for_integer(i.type, [](auto z) -> action { return &extract<decltype(z)>; });
    case op::bfi:
      return for_bits(i.type, [](auto z) -> action {
        if constexpr (sizeof(z) == 2)
          return nullptr;
        else
          return &insert<decltype(z)>;
      });
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
