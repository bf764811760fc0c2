// What mathematical functions are in long double, which on x86 has 11 bits more than double: for
// those of <cmath> by their own overloads, for the others by their definitions.
#pragma once

#include <cmath>
#include <limits>

namespace reference {

using number = long double;

constexpr number PI = 3.14159265358979323846264338327950288L;
constexpr number INF = std::numeric_limits<number>::infinity();
constexpr number NONE = std::numeric_limits<number>::quiet_NaN();

// Those that <cmath> has.
#define OF_CMATH(name) \
  inline number name(number x) { return std::name(x); }
OF_CMATH(cbrt)
OF_CMATH(exp)
OF_CMATH(exp2)
OF_CMATH(expm1)
OF_CMATH(log)
OF_CMATH(log2)
OF_CMATH(log10)
OF_CMATH(log1p)
OF_CMATH(sin)
OF_CMATH(cos)
OF_CMATH(tan)
OF_CMATH(asin)
OF_CMATH(acos)
OF_CMATH(atan)
OF_CMATH(sinh)
OF_CMATH(cosh)
OF_CMATH(tanh)
OF_CMATH(asinh)
OF_CMATH(acosh)
OF_CMATH(atanh)
OF_CMATH(erf)
OF_CMATH(erfc)
OF_CMATH(lgamma)
#undef OF_CMATH

inline number pow(number x, number y) { return std::pow(x, y); }
inline number atan2(number y, number x) { return std::atan2(y, x); }
inline number hypot(number x, number y) { return std::hypot(x, y); }
inline number rhypot(number x, number y) { return 1 / std::hypot(x, y); }
inline number norm3d(number x, number y, number z) { return std::hypot(std::hypot(x, y), z); }
inline number rnorm3d(number x, number y, number z) { return 1 / norm3d(x, y, z); }
inline number fmax(number x, number y) { return std::fmax(x, y); }
inline number fmin(number x, number y) { return std::fmin(x, y); }
inline number rsqrt(number x) { return 1 / std::sqrt(x); }
inline number rcbrt(number x) { return 1 / std::cbrt(x); }
inline number exp10(number x) { return exp10l(x); }
inline number j0(number x) { return j0l(x); }
inline number j1(number x) { return j1l(x); }
inline number y0(number x) { return y0l(x); }
inline number y1(number x) { return y1l(x); }

// At whole numbers below zero C says NaN, and the guide too; at zero infinity with the zero's sign.
inline number tgamma(number x) { return std::tgamma(x); }

// The argument is reduced exactly before it is multiplied by pi.
inline number sinpi(number x) {
  if (std::isinf(x)) return NONE;
  const number rest = std::remainder(x, 2.0L);
  if (rest == 0 || std::fabs(rest) == 1) return std::copysign(0.0L, x);
  if (std::fabs(rest) <= 0.25L) return std::sin(PI * rest);
  if (std::fabs(rest) >= 0.75L) return std::sin(PI * std::copysign(1 - std::fabs(rest), rest));
  return std::copysign(std::cos(PI * (std::fabs(rest) - 0.5L)), rest);
}

inline number cospi(number x) {
  if (std::isinf(x)) return NONE;
  const number rest = std::fabs(std::remainder(x, 2.0L));
  if (rest == 0.5L) return 0;
  return rest <= 0.25L   ? std::cos(PI * rest)
         : rest >= 0.75L ? -std::cos(PI * (1 - rest))
                         : std::sin(PI * (0.5L - rest));
}

// Solves log(erfc(y)) = log(z) for y >= 0, with z in (0, 1], by Newton's method.
inline number erfcinv_upper(number z) {
  number y = std::sqrt(std::fmax(0.0L, -std::log(z) - 0.5L));
  for (int i = 0; i < 60; ++i) {
    const number value = std::erfc(y);
    const number step =
        (std::log(value) - std::log(z)) * value * std::sqrt(PI) / 2 * std::exp(y * y);
    y += step;
    if (std::fabs(step) < std::fabs(y) * 1e-19L) break;
  }
  return y;
}

inline number erfinv(number x) {
  if (std::isnan(x) || std::fabs(x) > 1) return NONE;
  if (std::fabs(x) == 1) return std::copysign(INF, x);
  if (std::fabs(x) > 0.5L) return std::copysign(erfcinv_upper(1 - std::fabs(x)), x);
  number y = x;
  for (int i = 0; i < 60; ++i) y -= (std::erf(y) - x) * std::sqrt(PI) / 2 * std::exp(y * y);
  return y;
}

inline number erfcinv(number z) {
  if (std::isnan(z) || z < 0 || z > 2) return NONE;
  if (z == 0) return INF;
  if (z == 2) return -INF;
  if (z < 0.5L) return erfcinv_upper(z);
  if (z > 1.5L) return -erfcinv_upper(2 - z);
  return erfinv(1 - z);
}

inline number erfcx(number x) {
  // Beyond, the first terms of the asymptotic series are exact enough.
  if (x > 50) {
    const number s = 1 / (2 * x * x);
    return 1 / (x * std::sqrt(PI)) * (1 - s + 3 * s * s - 15 * s * s * s + 105 * s * s * s * s);
  }
  return std::exp(x * x) * std::erfc(x);
}

inline number normcdf(number x) { return std::erfc(-x / std::sqrt(2.0L)) / 2; }
inline number normcdfinv(number p) { return -std::sqrt(2.0L) * erfcinv(2 * p); }

// Modified Bessel functions of the first kind by their power series, whose terms have all one sign.
inline number bessel_series(number x, int order) {
  if (std::isinf(x)) return order == 1 ? x : INF;
  number term = order == 1 ? x / 2 : 1, sum = term;
  for (int k = 1; k < 3000 && std::fabs(term) > std::fabs(sum) * 1e-22L; ++k) {
    term *= x * x / 4 / (number(k) * (k + order));
    sum += term;
  }
  return sum;
}
inline number cyl_bessel_i0(number x) { return bessel_series(x, 0); }
inline number cyl_bessel_i1(number x) { return bessel_series(x, 1); }

}  // namespace reference
