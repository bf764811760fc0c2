// Which NaN a result is. The manual leaves it open (PTX ISA 9.7.3); this is what an H200 makes of
// it. Of f32 there is one only. One of f64 comes from an operand, made quiet, its sign as it was:
// the last one that is a NaN, but div looks at the first first, and fma at b, c, a.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "simt/semantics/floating_operations.hpp"

#ifndef LOCKSTEP_ISA
#define LOCKSTEP_ISA baseline
#endif

namespace lockstep::simt::LOCKSTEP_ISA {

constexpr std::uint64_t quiet_bit = std::uint64_t{1} << 51;

template <class T>
T not_a_number() {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<float>(0x7fffffffu);
  else
    return std::bit_cast<double>(0xfff8000000000000u);
}

// `result` if it is a number, otherwise the NaN that it is on the device.
template <class T, class... Operands>
inline T settled(T result, [[maybe_unused]] Operands... operands) {
  T nan = not_a_number<T>();
  if constexpr (sizeof(T) == 8) {
    ((nan = operands != operands ? operands : nan), ...);
    nan = std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | quiet_bit);
  }
  return result != result ? nan : result;
}

// An operation whose result is settled so.
template <class Op>
struct settled_op {
  template <class T, class... Rest>
  static T of(T a, Rest... rest) {
    return settled(Op::of(a, rest...), a, rest...);
  }
};
struct settled_div_op {
  template <class T>
  static T of(T a, T b) {
    return settled(fdiv_op::of(a, b), b, a);
  }
};
struct settled_fma_op {
  template <class T>
  static T of(T a, T b, T c) {
    return settled(fma_op::of(a, b, c), a, c, b);
  }
};

}  // namespace lockstep::simt::LOCKSTEP_ISA
