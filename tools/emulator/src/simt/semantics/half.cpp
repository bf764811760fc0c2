// Half precision: d = f(a), f(a, b) or f(a, b, c) on f16, bf16 and pairs of them (PTX ISA 9.7.4).
// step::immediate holds float_flags.
#include "simt/semantics/families.hpp"
#include "simt/semantics/floating_operations.hpp"
#include "simt/semantics/half_operations.hpp"
#include "simt/semantics/lanes.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::scalar;
using ptx::word;

template <class Op, class T, unsigned Operands, bool Plain>
const step* apply(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b), *c = row<T>(w, s->c);
  const std::uint64_t flags = Plain ? 0 : s->immediate;
  write<T>(w, s->d, [=](unsigned i) {
    if constexpr (Operands == 1) return evaluate<Op>(flags, a[i]);
    if constexpr (Operands == 2) return evaluate<Op>(flags, a[i], b[i]);
    if constexpr (Operands == 3) return evaluate<Op>(flags, a[i], b[i], c[i]);
  });
  return s + 1;
}

template <class Op, unsigned Operands>
action halves(const decoded& i) {
  const auto of_type = [plain = float_flags_of(i) == 0]<class T>(T) -> action {
    return plain ? &apply<Op, T, Operands, true> : &apply<Op, T, Operands, false>;
  };
  switch (i.type) {
    case scalar::f16:
      return of_type(half{});
    case scalar::f16x2:
      return of_type(packed<half>{});
    case scalar::bf16:
      return of_type(brain{});
    case scalar::bf16x2:
      return of_type(packed<brain>{});
    default:
      return nullptr;
  }
}

template <class Op, class NanOp>
action extremum(const decoded& i) {
  if (i.has(word::xorsign))
    return i.has(word::NaN) ? halves<xorsign_op<NanOp>, 2>(i) : halves<xorsign_op<Op>, 2>(i);
  return i.has(word::NaN) ? halves<NanOp, 2>(i) : halves<Op, 2>(i);
}

}  // namespace

action half_action(const decoded& i) {
  switch (i.operation) {
    case op::add:
      return halves<fadd_op, 2>(i);
    case op::sub:
      return halves<fsub_op, 2>(i);
    case op::mul:
      return halves<fmul_op, 2>(i);
    case op::fma:
      return halves<odd_fma_op, 3>(i);
    case op::min:
      return extremum<fmin_op, fmin_nan_op>(i);
    case op::max:
      return extremum<fmax_op, fmax_nan_op>(i);
    case op::abs:
      return halves<fabs_op, 1>(i);
    case op::neg:
      return halves<fneg_op, 1>(i);
    case op::ex2:
      return halves<fex2_op, 1>(i);
    case op::tanh:
      return halves<ftanh_op, 1>(i);
    default:
      return nullptr;
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
