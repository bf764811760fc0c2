// Floating point: d = f(a), f(a, b) or f(a, b, c) (PTX ISA 9.7.3). step::immediate holds
// float_flags.
#include "simt/semantics/families.hpp"
#include "simt/semantics/floating_operations.hpp"
#include "simt/semantics/flush.hpp"
#include "simt/semantics/forms.hpp"
#include "simt/semantics/not_a_number.hpp"
#include "simt/semantics/rounding.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

// With modifiers other than .rn: lane by lane, in the host's rounding mode.
template <class Op, class T, unsigned Operands>
const step* modified(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b), *c = row<T>(w, s->c);
  T* d = row<T>(w, s->d);
  const std::uint64_t flags = s->immediate;
  const auto in = [flags](T x) { return (flags & flag_ftz) != 0 ? flushed(x) : x; };
  const rounding_scope scope(flags);
  each(w.active, [&](unsigned i) {
    const auto compute = [flags](auto... operands) {
      T result = opaque(Op::of(opaque(operands)...));
      if ((flags & flag_ftz) != 0) result = flushed_result<Op>(result, flags, operands...);
      return (flags & flag_sat) != 0 ? saturated(result) : result;
    };
    if constexpr (Operands == 1) d[i] = compute(in(a[i]));
    if constexpr (Operands == 2) d[i] = compute(in(a[i]), in(b[i]));
    if constexpr (Operands == 3) d[i] = compute(in(a[i]), in(b[i]), in(c[i]));
  });
  return s + 1;
}

template <class Op, unsigned Operands>
action as_it_is(const decoded& i) {
  const bool plain = float_flags_of(i) == 0;
  const auto of_type = [plain](auto zero) -> action {
    using T = decltype(zero);
    if (!plain) return &modified<Op, T, Operands>;
    if constexpr (Operands == 1) return &unary<Op, T>;
    if constexpr (Operands == 2) return &binary<Op, T>;
    if constexpr (Operands == 3) return &ternary<Op, T>;
  };
  if (i.type == scalar::f32) return of_type(0.0f);
  if (i.type == scalar::f64) return of_type(0.0);
  return nullptr;
}

template <class Op, unsigned Operands>
action floating(const decoded& i) {
  return as_it_is<settled_op<Op>, Operands>(i);
}

// Of f32 only.
template <class Op>
action function(const decoded& i) {
  if (i.type != scalar::f32) return nullptr;
  return float_flags_of(i) == 0 ? &unary<settled_op<Op>, float>
                                : &modified<settled_op<Op>, float, 1>;
}

// Of f64 only the upper half counts, and is given.
template <class Op>
action reciprocal(const decoded& i) {
  if (i.type == scalar::f64 && i.has(word::approx) && i.has(word::ftz))
    return &modified<upper_half_op<Op>, double, 1>;
  return floating<Op, 1>(i);
}

template <class Op, class NanOp>
action extremum(const decoded& i) {
  if (i.has(word::xorsign))
    return i.has(word::NaN) ? floating<xorsign_op<NanOp>, 2>(i) : floating<xorsign_op<Op>, 2>(i);
  return i.has(word::NaN) ? floating<NanOp, 2>(i) : floating<Op, 2>(i);
}

}  // namespace

std::uint64_t float_immediate(const decoded& i) { return float_flags_of(i); }

action float_action(const decoded& i) {
  if (i.has(word::relu)) return nullptr;  // of halves only
  switch (i.operation) {
    case op::add:
      return floating<fadd_op, 2>(i);
    case op::sub:
      return floating<fsub_op, 2>(i);
    case op::mul:
      return floating<fmul_op, 2>(i);
    case op::div:
      return i.has(word::approx) ? floating<approximate_div_op, 2>(i)
                                 : as_it_is<settled_div_op, 2>(i);
    case op::mad:
    case op::fma:
      return as_it_is<settled_fma_op, 3>(i);
    case op::min:
      return extremum<fmin_op, fmin_nan_op>(i);
    case op::max:
      return extremum<fmax_op, fmax_nan_op>(i);
    case op::abs:
      return floating<fabs_op, 1>(i);
    case op::neg:
      return floating<fneg_op, 1>(i);
    case op::copysign:
      return as_it_is<copysign_op, 2>(i);
    case op::rcp:
      return reciprocal<frcp_op>(i);
    case op::sqrt:
      return floating<fsqrt_op, 1>(i);
    case op::rsqrt:
      return reciprocal<frsqrt_op>(i);
    case op::sin:
      return function<fsin_op>(i);
    case op::cos:
      return function<fcos_op>(i);
    case op::lg2:
      return function<flg2_op>(i);
    case op::ex2:
      return function<fex2_op>(i);
    case op::tanh:
      return function<ftanh_op>(i);
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
