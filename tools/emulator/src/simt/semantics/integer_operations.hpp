// Integer arithmetic on single values, in the words of the ISA manual (PTX ISA 9.7.1).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#ifndef LOCKSTEP_ISA
#define LOCKSTEP_ISA baseline
#endif

namespace lockstep::simt::LOCKSTEP_ISA {

template <class T>
using wide_of = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
    std::conditional_t<sizeof(T) == 4,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>>;
// An unsigned type in which T's arithmetic wraps (16-bit types would be promoted to int).
template <class T>
using wrapping = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// .sat: the value of D nearest to x.
template <class D, class S>
D clamped(S x) {
  if (std::cmp_greater(x, std::numeric_limits<D>::max())) return std::numeric_limits<D>::max();
  if (std::cmp_less(x, std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(x);
}

struct add_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
  }
};
struct sub_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) - static_cast<wrapping<T>>(b));
  }
};
struct mul_lo_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) * static_cast<wrapping<T>>(b));
  }
};
struct mul_hi_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>((static_cast<wide_of<T>>(a) * b) >> (8 * sizeof(T)));
  }
};
struct div_op {
  template <class T>
  static T of(T a, T b) {
    if (b == 0) return static_cast<T>(-1);  // hardware's value; the manual leaves it open
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return static_cast<T>(wrapping<T>{0} - static_cast<wrapping<T>>(a));
    }
    return static_cast<T>(a / b);
  }
};
struct rem_op {
  template <class T>
  static T of(T a, T b) {
    if (b == 0) return static_cast<T>(-1);  // as of div
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return 0;
    }
    return static_cast<T>(a % b);
  }
};
struct min_op {
  template <class T>
  static T of(T a, T b) {
    return b < a ? b : a;
  }
};
struct max_op {
  template <class T>
  static T of(T a, T b) {
    return a < b ? b : a;
  }
};
template <class Op>
struct relu_op {
  template <class T>
  static T of(T a, T b) {
    return max_op::of(Op::of(a, b), T{0});
  }
};
struct abs_op {
  template <class T>
  static T of(T a) {
    return a < 0 ? static_cast<T>(wrapping<T>{0} - static_cast<wrapping<T>>(a)) : a;
  }
};
struct neg_op {
  template <class T>
  static T of(T a) {
    return static_cast<T>(wrapping<T>{0} - static_cast<wrapping<T>>(a));
  }
};
struct add_sat_op {
  static std::int32_t of(std::int32_t a, std::int32_t b) {
    const std::int64_t sum = std::int64_t{a} + b;
    return static_cast<std::int32_t>(sum > INT32_MAX   ? INT32_MAX
                                     : sum < INT32_MIN ? INT32_MIN
                                                       : sum);
  }
};
struct sub_sat_op {
  static std::int32_t of(std::int32_t a, std::int32_t b) {
    const std::int64_t difference = std::int64_t{a} - b;
    return static_cast<std::int32_t>(difference > INT32_MAX   ? INT32_MAX
                                     : difference < INT32_MIN ? INT32_MIN
                                                              : difference);
  }
};
struct mul24_lo_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(extended(a) * extended(b));
  }
  template <class T>
  static std::int64_t extended(T a) {
    return std::is_signed_v<T> ? static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8
                               : a & 0xffffff;
  }
};
struct mul24_hi_op {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>((mul24_lo_op::extended(a) * mul24_lo_op::extended(b)) >> 16);
  }
};

struct mad_lo_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul_lo_op::of(a, b), c);
  }
};
struct mad_hi_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul_hi_op::of(a, b), c);
  }
};
// .sat, of s32 only
template <class Product>
struct mad_sat_op {
  static std::int32_t of(std::int32_t a, std::int32_t b, std::int32_t c) {
    return clamped<std::int32_t>(std::int64_t{Product::of(a, b)} + c);
  }
};
struct mad24_lo_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul24_lo_op::of(a, b), c);
  }
};
struct mad24_hi_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(mul24_hi_op::of(a, b), c);
  }
};
struct sad_op {
  template <class T>
  static T of(T a, T b, T c) {
    return add_op::of(c, a < b ? sub_op::of(b, a) : sub_op::of(a, b));
  }
};

}  // namespace lockstep::simt::LOCKSTEP_ISA
