// Arithmetic on single and packed halves: done in double and rounded once.
//
// Products of halves are exact in double, and a double's sum has more than twice a half's bits and
// two, so that rounding it again changes nothing (Figueroa 1995). Only fma needs more, because its
// product is as long as two halves: odd_sum.
#pragma once

#include "simt/semantics/flush.hpp"
#include "simt/semantics/narrow_float.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

struct odd_fma_op {
  static double of(double a, double b, double c) { return odd_sum(a * b, c); }
};

template <class Op, class Narrow, class... Operands>
inline Narrow evaluate(std::uint64_t flags, Narrow first, Operands... rest) {
  const auto in = [flags](Narrow x) { return ((flags & flag_ftz) != 0 ? flushed(x) : x).value(); };
  double exact = Op::of(in(first), in(rest)...);
  if ((flags & flag_sat) != 0) exact = saturated(exact);
  if ((flags & flag_relu) != 0) exact = rectified(exact);
  const Narrow result = Narrow::rounded(exact, flags);
  return (flags & flag_ftz) != 0 ? flushed_rounding(result, exact, flags) : result;
}

template <class Op, class Narrow, class... Operands>
inline packed<Narrow> evaluate(std::uint64_t flags, packed<Narrow> first, Operands... rest) {
  return {evaluate<Op>(flags, first.low, rest.low...),
          evaluate<Op>(flags, first.high, rest.high...)};
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
