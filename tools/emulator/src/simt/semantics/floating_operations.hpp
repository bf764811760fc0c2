// Floating-point arithmetic on single values, in the words of the ISA manual (PTX ISA 9.7.3).
// Approximate operations are rounded from double: within the error that the manual states.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#ifndef LOCKSTEP_ISA
#define LOCKSTEP_ISA baseline
#endif

namespace lockstep::simt::LOCKSTEP_ISA {

struct fadd_op {
  template <class T>
  static T of(T a, T b) {
    return a + b;
  }
};
struct fsub_op {
  template <class T>
  static T of(T a, T b) {
    return a - b;
  }
};
struct fmul_op {
  template <class T>
  static T of(T a, T b) {
    return a * b;
  }
};
struct fdiv_op {
  template <class T>
  static T of(T a, T b) {
    return a / b;
  }
};
// div.approx.f32: divisors above 2^126 have no reciprocal, and give 0 (9.7.3.8).
struct approximate_div_op {
  template <class T>
  static T of(T a, T b) {
    const T size = std::fabs(b);
    const bool too_large = size > T(0x1p126f) && size <= std::numeric_limits<float>::max();
    return too_large ? a * std::copysign(T{0}, b) : a / b;
  }
};
// A NaN loses against a number, and -0 is below +0 (9.7.3.11).
struct fmin_op {
  template <class T>
  static T of(T a, T b) {
    return a != a ? b : b != b ? a : a < b || (a == b && std::signbit(a)) ? a : b;
  }
};
struct fmax_op {
  template <class T>
  static T of(T a, T b) {
    return a != a ? b : b != b ? a : a > b || (a == b && std::signbit(b)) ? a : b;
  }
};
struct fmin_nan_op {
  template <class T>
  static T of(T a, T b) {
    return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : fmin_op::of(a, b);
  }
};
struct fmax_nan_op {
  template <class T>
  static T of(T a, T b) {
    return a != a || b != b ? std::numeric_limits<T>::quiet_NaN() : fmax_op::of(a, b);
  }
};
// .xorsign.abs: of the magnitudes, with the product's sign.
template <class Op>
struct xorsign_op {
  template <class T>
  static T of(T a, T b) {
    const T magnitude = Op::of(std::fabs(a), std::fabs(b));
    return std::signbit(a) != std::signbit(b) ? -magnitude : magnitude;
  }
};
struct copysign_op {
  template <class T>
  static T of(T a, T b) {
    return std::copysign(b, a);
  }
};
struct fabs_op {
  template <class T>
  static T of(T a) {
    return std::fabs(a);
  }
};
struct fneg_op {
  template <class T>
  static T of(T a) {
    return -a;
  }
};
struct frcp_op {
  template <class T>
  static T of(T a) {
    return T{1} / a;
  }
};
struct fsqrt_op {
  template <class T>
  static T of(T a) {
    return std::sqrt(a);
  }
};
struct frsqrt_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(1.0 / std::sqrt(static_cast<double>(a)));
  }
};
// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64: from the upper half of the operand, to the upper
// half of the result (9.7.3.14, 9.7.3.18).
template <class Op>
struct upper_half_op {
  static double of(double a) {
    const double result = Op::of(upper_half(a));
    return result != result ? std::bit_cast<double>(0x7fffffff00000000u) : upper_half(result);
  }
  static double upper_half(double x) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0xffffffff00000000u);
  }
};
// The sine after `quarters` quarter turns. The operand is made into turns by a multiplication that
// rounds towards zero, and of them 25 binary places are kept; a falling quarter is a rising one
// with its bits inverted. That is how an H200 comes to 0 for small operands and large ones.
template <unsigned Quarters>
struct phase_op {
  static float of(float a) {
    if (!(std::fabs(a) <= std::numeric_limits<float>::max())) return a - a;  // NaN
    const double product = std::fabs(static_cast<double>(a)) * static_cast<double>(0.159154937f);
    const double turns =
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(product) & ~std::uint64_t{0x1fffffff});
    constexpr std::uint32_t quarter = 1u << 23;
    const auto phase = static_cast<std::uint32_t>((turns - std::floor(turns)) * (4 * quarter)) +
                       Quarters * quarter;
    const std::uint32_t rising = ((phase & quarter) != 0 ? ~phase : phase) & (quarter - 1);
    const auto sine = static_cast<float>(std::sin(rising * (std::numbers::pi / (2 * quarter))));
    const bool negative = (phase & 2 * quarter) != 0;
    return negative != (Quarters == 0 && std::signbit(a)) ? -sine : sine;
  }
};
using fsin_op = phase_op<0>;
using fcos_op = phase_op<1>;
struct flg2_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::log2(static_cast<double>(a)));
  }
};
struct fex2_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::exp2(static_cast<double>(a)));
  }
};
struct ftanh_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::tanh(static_cast<double>(a)));
  }
};
struct fma_op {
  template <class T>
  static T of(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};

}  // namespace lockstep::simt::LOCKSTEP_ISA
