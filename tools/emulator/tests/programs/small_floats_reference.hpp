// Formats of floating-point numbers smaller than float, as values of double: what bits mean, and to
// what a value rounds.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

struct small_format {
  int exponent_bits, mantissa_bits;
  bool has_infinity;
  double largest;

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  int smallest_exponent() const { return 1 - bias(); }
};

constexpr small_format HALF = {5, 10, true, 65504};
constexpr small_format BFLOAT16 = {8, 7, true, 0x1.fep127};
// OCP 8-bit floating point specification: e4m3 has NaN but no infinity.
constexpr small_format E4M3 = {4, 3, false, 448};
constexpr small_format E5M2 = {5, 2, true, 57344};

enum class rounding { nearest, zero, down, up };

inline double decode(unsigned bits, const small_format& format) {
  const unsigned mantissa_mask = (1u << format.mantissa_bits) - 1;
  const unsigned exponent_mask = (1u << format.exponent_bits) - 1;
  const unsigned mantissa = bits & mantissa_mask;
  const unsigned exponent = bits >> format.mantissa_bits & exponent_mask;
  const bool negative = bits >> (format.mantissa_bits + format.exponent_bits) & 1;
  double value = 0;
  if (exponent == exponent_mask && (format.has_infinity || mantissa == mantissa_mask)) {
    value = format.has_infinity && mantissa == 0 ? std::numeric_limits<double>::infinity()
                                                 : std::numeric_limits<double>::quiet_NaN();
  } else {
    const unsigned hidden = exponent == 0 ? 0 : 1u << format.mantissa_bits;
    const int scale = static_cast<int>(exponent == 0 ? 1 : exponent) - format.bias();
    value = std::ldexp(static_cast<double>(hidden + mantissa), scale - format.mantissa_bits);
  }
  return negative ? -value : value;
}

// The distance between neighbours at x.
inline double ulp(double x, const small_format& format) {
  const int exponent = x == 0 || !std::isfinite(x) ? format.smallest_exponent() : std::ilogb(x);
  return std::ldexp(1.0, std::max(exponent, format.smallest_exponent()) - format.mantissa_bits);
}

inline double round_to(double x, const small_format& format, rounding mode = rounding::nearest) {
  if (!std::isfinite(x) || x == 0) return x;
  const double unit = ulp(x, format), steps = x / unit;
  double whole = std::nearbyint(steps);
  if (mode == rounding::zero) whole = std::trunc(steps);
  if (mode == rounding::down) whole = std::floor(steps);
  if (mode == rounding::up) whole = std::ceil(steps);
  const double rounded = std::copysign(whole * unit, x);
  if (std::fabs(rounded) <= format.largest) return rounded;
  const bool stays = mode == rounding::zero || (mode == rounding::down && x > 0) ||
                     (mode == rounding::up && x < 0);
  return std::copysign(stays ? format.largest : std::numeric_limits<double>::infinity(), x);
}

// x + y rounded to odd: rounding it once more to a format that is smaller gives what rounding the
// exact sum would.
inline double odd_sum(double x, double y) {
  const double sum = x + y;
  if (!std::isfinite(sum)) return sum;
  const double y_part = sum - x, error = (x - (sum - y_part)) + (y - y_part);
  if (error == 0 || std::ilogb(sum) < -1000) return sum;
  int exponent;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(sum, &exponent), 53));
  if (mantissa % 2 != 0) return sum;
  return std::nextafter(sum, error > 0 ? std::numeric_limits<double>::infinity()
                                       : -std::numeric_limits<double>::infinity());
}
