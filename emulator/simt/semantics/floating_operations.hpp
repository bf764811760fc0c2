// Floating-point arithmetic on single values, in the words of the ISA manual (PTX ISA 9.7.3).
// Approximate operations are rounded from double: within the error that the manual states.
#pragma once

#include <cmath>
#include <limits>

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
struct fsin_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::sin(static_cast<double>(a)));
  }
};
struct fcos_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(std::cos(static_cast<double>(a)));
  }
};
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
