// The shapes in which operations on single values become actions on rows, and the choice of a type.
#pragma once

#include <cstdint>

#include "simt/semantics/lanes.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

using ptx::scalar;

template <class Op, class T, class D = T>
const step* unary(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  write<D>(w, s->d, [=](unsigned i) { return static_cast<D>(Op::of(a[i])); });
  return proceed(w, s);
}

template <class Op, class T>
const step* binary(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b);
  write<T>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i]); });
  return proceed(w, s);
}

template <class Op, class T>
const step* shift(warp& w, const step* s) {
  const T* a = row<T>(w, s->a);
  const auto* b = row<std::uint32_t>(w, s->b);
  write<T>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i]); });
  return proceed(w, s);
}

template <class Op, class T>
const step* ternary(warp& w, const step* s) {
  const T *a = row<T>(w, s->a), *b = row<T>(w, s->b), *c = row<T>(w, s->c);
  write<T>(w, s->d, [=](unsigned i) { return Op::of(a[i], b[i], c[i]); });
  return proceed(w, s);
}

// f(T{}) for the integer type named, signedness as written (b types are unsigned).
template <class F>
action for_integer(scalar type, F f) {
  switch (type) {
    case scalar::u16:
    case scalar::b16:
      return f(std::uint16_t{});
    case scalar::s16:
      return f(std::int16_t{});
    case scalar::u32:
    case scalar::b32:
      return f(std::uint32_t{});
    case scalar::s32:
      return f(std::int32_t{});
    case scalar::u64:
    case scalar::b64:
      return f(std::uint64_t{});
    case scalar::s64:
      return f(std::int64_t{});
    default:
      return nullptr;
  }
}

// The same for operations in which the sign makes no difference: fewer instances.
template <class F>
action for_bits(scalar type, F f) {
  switch (ptx::size_of(type)) {
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
    default:
      return nullptr;
  }
}

template <class Op>
action integer_unary(scalar t) {
  return for_integer(t, [](auto z) -> action { return &unary<Op, decltype(z)>; });
}
template <class Op>
action integer_binary(scalar t) {
  return for_integer(t, [](auto z) -> action { return &binary<Op, decltype(z)>; });
}
template <class Op>
action integer_ternary(scalar t) {
  return for_integer(t, [](auto z) -> action { return &ternary<Op, decltype(z)>; });
}
template <class Op>
action bits_unary(scalar t) {
  return for_bits(t, [](auto z) -> action { return &unary<Op, decltype(z)>; });
}
template <class Op>
action bits_binary(scalar t) {
  return for_bits(t, [](auto z) -> action { return &binary<Op, decltype(z)>; });
}
template <class Op>
action bits_ternary(scalar t) {
  return for_bits(t, [](auto z) -> action { return &ternary<Op, decltype(z)>; });
}
template <class Op>
action counting(scalar t) {
  return for_bits(t, [](auto z) -> action {
    if constexpr (sizeof(z) == 2)
      return nullptr;
    else
      return &unary<Op, decltype(z), std::uint32_t>;
  });
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
