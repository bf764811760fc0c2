// Flush to zero of results that only just reach the smallest normal number.
//
// A result is flushed if it is too small for a normal number once it is rounded as if exponents had
// no lower limit: measured on an H200 for add, mul, fma, div, rcp and cvt in every rounding. The
// host rounds to a multiple of the smallest subnormal number instead, which is coarser, so that
// what it takes for the smallest normal number may be one to flush.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "simt/semantics/narrow_float.hpp"
#include "simt/semantics/not_a_number.hpp"
#include "simt/semantics/rounding.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

// From where on a magnitude becomes `smallest` in a format with `digits` digits: half a unit of the
// numbers below it away where it is rounded to nearest, and otherwise a whole unit, exclusively.
inline double flush_limit(double smallest, int digits, std::uint64_t flags) {
  return smallest - std::ldexp(smallest, (flags & rounding_bits) == 0 ? -digits - 1 : -digits);
}

// `excess`: of the exact magnitude over flush_limit, at least its sign. The magnitude has become
// the smallest normal number.
inline bool below_flush_limit(double excess, std::uint64_t flags) {
  return (flags & rounding_bits) == 0 ? excess < 0 : excess <= 0;
}

// The sign of |Op::of(operands)| - limit, in whatever rounding: one fma of exact products. An
// operation that is not here is exact where its result is this small, or approximate.
template <class Op>
struct excess_of {
  static double over(double, float, float = 0, float = 0, float = 0) { return 1; }
};
template <>
struct excess_of<settled_op<fmul_op>> {
  static double over(double limit, float, float a, float b) {
    return std::fma(std::fabs(double{a}), std::fabs(double{b}), -limit);
  }
};
template <>
struct excess_of<settled_div_op> {
  static double over(double limit, float, float a, float b) {
    return std::fma(-limit, std::fabs(double{b}), std::fabs(double{a}));
  }
};
template <>
struct excess_of<settled_op<frcp_op>> {
  static double over(double limit, float, float a) {
    return std::fma(-limit, std::fabs(double{a}), 1.0);
  }
};
// An addend so large that the limit is lost beside it leaves no digits to round.
template <>
struct excess_of<settled_fma_op> {
  static double over(double limit, float result, float a, float b, float c) {
    const double sign = std::copysign(1.0, result);
    return std::fma(sign * a, double{b}, sign * c - limit);
  }
};

// A float that is the result of Op, flushed.
template <class Op, class... Operands>
inline float flushed_result(float result, std::uint64_t flags, Operands... operands) {
  constexpr float smallest = std::numeric_limits<float>::min();
  if (std::fabs(result) != smallest) return flushed(result);
  const double excess = excess_of<Op>::over(flush_limit(smallest, 24, flags), result, operands...);
  return below_flush_limit(excess, flags) ? std::copysign(0.0f, result) : result;
}

// Of f64 only rcp and rsqrt know .ftz, which are approximate.
template <class Op, class... Operands>
inline double flushed_result(double result, std::uint64_t, Operands...) {
  return flushed(result);
}

// What `exact` was rounded to, flushed.
inline float flushed_rounding(float result, double exact, std::uint64_t flags) {
  constexpr float smallest = std::numeric_limits<float>::min();
  if (std::fabs(result) != smallest) return flushed(result);
  const double excess = std::fabs(exact) - flush_limit(smallest, 24, flags);
  return below_flush_limit(excess, flags) ? std::copysign(0.0f, result) : result;
}
template <class S, unsigned E, unsigned F, bool Finite, unsigned U>
inline narrow_float<S, E, F, Finite, U> flushed_rounding(narrow_float<S, E, F, Finite, U> result,
                                                         double exact, std::uint64_t flags) {
  using narrow = narrow_float<S, E, F, Finite, U>;
  const double smallest = narrow::of_code(1u << F).value();
  if (std::fabs(result.value()) != smallest) return flushed(result);
  const double excess = std::fabs(exact) - flush_limit(smallest, F + 1, flags);
  if (!below_flush_limit(excess, flags)) return result;
  return narrow::of_code(static_cast<std::uint64_t>(std::signbit(exact)) << narrow::sign_at);
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
