// Integer arithmetic: d = f(a), f(a, b) or f(a, b, c) (PTX ISA 9.7.1).
#include <bit>
#include <cmath>

#include "simt/semantics/families.hpp"
#include "simt/semantics/forms.hpp"
#include "simt/semantics/integer_operations.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

// mul.wide, mad.wide: the destination and the addend are twice as wide.
template <class T>
const step* multiply_wide(warp& w, const step* s) {
  using D = wide_of<T>;
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  write<D>(w, s->d, [=](unsigned i) { return static_cast<D>(static_cast<D>(a[i]) * b[i]); });
  return proceed(w, s);
}

template <class T>
const step* multiply_add_wide(warp& w, const step* s) {
  using D = wide_of<T>;
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  const D* c = row<D>(w, s->c);
  write<D>(w, s->d, [=](unsigned i) {
    return add_op::of(static_cast<D>(static_cast<D>(a[i]) * b[i]), c[i]);
  });
  return proceed(w, s);
}

// 32-bit division by way of double, which the host has vectors of: a and b are exact, the quotient
// of two integers below 2^32 is nearer to the true one than to any other integer's neighbourhood,
// and truncation is right.
template <bool Remainder>
const step* divide_u32(warp& w, const step* s) {
  const auto *a = row<std::uint32_t>(w, s->a), *b = row<std::uint32_t>(w, s->b);
  const std::uint32_t divisor = b[0];
  if (std::has_single_bit(divisor) && uniform(b)) {  // the usual case: all by one power of two
    const int bits = std::countr_zero(divisor);
    write<std::uint32_t>(
        w, s->d, [=](unsigned i) { return Remainder ? a[i] & (divisor - 1) : a[i] >> bits; });
    return proceed(w, s);
  }
  write<std::uint32_t>(w, s->d, [=](unsigned i) {
    const auto exact = [](std::uint32_t x) {
      return static_cast<double>(static_cast<std::int32_t>(x ^ 0x80000000u)) + 2147483648.0;
    };
    const double quotient = std::floor(exact(a[i]) / exact(b[i] == 0 ? 1u : b[i]));
    const std::uint32_t q =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(quotient - 2147483648.0)) ^
        0x80000000u;
    return b[i] == 0 ? ~0u : Remainder ? a[i] - q * b[i] : q;
  });
  return proceed(w, s);
}

// Widens: lowering gives destination and addend rows of twice the width.
action wide(scalar type, bool add) {
  switch (type) {
    case scalar::u16:
      return add ? &multiply_add_wide<std::uint16_t> : &multiply_wide<std::uint16_t>;
    case scalar::s16:
      return add ? &multiply_add_wide<std::int16_t> : &multiply_wide<std::int16_t>;
    case scalar::u32:
      return add ? &multiply_add_wide<std::uint32_t> : &multiply_wide<std::uint32_t>;
    case scalar::s32:
      return add ? &multiply_add_wide<std::int32_t> : &multiply_wide<std::int32_t>;
    default:
      return nullptr;
  }
}

action multiply(const decoded& i) {
  if (i.has(word::wide)) return wide(i.type, false);
  if (i.has(word::hi)) return integer_binary<mul_hi_op>(i.type);
  return bits_binary<mul_lo_op>(i.type);
}

action multiply_add(const decoded& i) {
  if (i.has(word::sat))
    return i.has(word::hi) && i.type == scalar::s32 ? &ternary<mad_sat_op<mul_hi_op>, std::int32_t>
                                                    : nullptr;
  if (i.has(word::wide)) return wide(i.type, true);
  if (i.has(word::hi)) return integer_ternary<mad_hi_op>(i.type);
  return bits_ternary<mad_lo_op>(i.type);
}

action multiply_24(const decoded& i) {
  if (i.operation == op::mul24)
    return i.has(word::hi) ? integer_binary<mul24_hi_op>(i.type)
                           : integer_binary<mul24_lo_op>(i.type);
  if (i.has(word::sat))
    return i.has(word::hi) && i.type == scalar::s32
               ? &ternary<mad_sat_op<mul24_hi_op>, std::int32_t>
               : nullptr;
  return i.has(word::hi) ? integer_ternary<mad24_hi_op>(i.type)
                         : integer_ternary<mad24_lo_op>(i.type);
}

action add_or_sub(const decoded& i) {
  const bool subtract = i.operation == op::sub;
  if (!i.has(word::sat))
    return subtract ? bits_binary<sub_op>(i.type) : bits_binary<add_op>(i.type);
  if (i.type != scalar::s32) return nullptr;
  return subtract ? &binary<sub_sat_op, std::int32_t> : &binary<add_sat_op, std::int32_t>;
}

template <class Op>
action extremum(const decoded& i) {
  if (!i.has(word::relu)) return integer_binary<Op>(i.type);
  return i.type == scalar::s32 ? &binary<relu_op<Op>, std::int32_t> : nullptr;
}

}  // namespace

action integer_action(const decoded& i) {
  switch (i.operation) {
    case op::add:
    case op::sub:
      return add_or_sub(i);
    case op::mul:
      return multiply(i);
    case op::mad:
      return multiply_add(i);
    case op::mul24:
    case op::mad24:
      return multiply_24(i);
    case op::sad:
      return integer_ternary<sad_op>(i.type);
    case op::div:
      return i.type == scalar::u32 ? &divide_u32<false> : integer_binary<div_op>(i.type);
    case op::rem:
      return i.type == scalar::u32 ? &divide_u32<true> : integer_binary<rem_op>(i.type);
    case op::abs:
      return integer_unary<abs_op>(i.type);
    case op::neg:
      return integer_unary<neg_op>(i.type);
    case op::min:
      return extremum<min_op>(i);
    case op::max:
      return extremum<max_op>(i);
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
