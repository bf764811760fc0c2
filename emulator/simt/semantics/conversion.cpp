// mov, cvt (PTX ISA 9.7.9.21) and copies between rows of different width.
// The source row has the width of the source type, the destination row that of the destination
// type. step::immediate holds float_flags, and the integral rounding in bits 4 and 5.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "simt/semantics/rounding.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::scalar;
using ptx::word;

// 16-bit floats as storage types; arithmetic goes through float.
struct half {
  std::uint16_t bits;
};
struct brain {
  std::uint16_t bits;
};

float to_float(half x) { return static_cast<float>(std::bit_cast<_Float16>(x.bits)); }
float to_float(brain x) { return std::bit_cast<float>(std::uint32_t{x.bits} << 16); }

half half_of(double x) { return {std::bit_cast<std::uint16_t>(static_cast<_Float16>(x))}; }
half half_of(float x) { return {std::bit_cast<std::uint16_t>(static_cast<_Float16>(x))}; }
brain brain_of(float x, std::uint64_t flags) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  if (x != x) return {0x7fff};
  if ((flags & rounding_bits) == round_zero) return {static_cast<std::uint16_t>(bits >> 16)};
  return {static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

template <class T>
constexpr bool is_16_bit_float = std::is_same_v<T, half> || std::is_same_v<T, brain>;
template <class T>
constexpr bool is_floating = std::is_floating_point_v<T> || is_16_bit_float<T>;

constexpr unsigned integral_shift = 4;  // 0 nearest even, 1 to zero, 2 down, 3 up

template <class T>
T to_integral(T x, std::uint64_t flags) {
  switch (flags >> integral_shift & 3) {
    case 0:
      return std::nearbyint(x);
    case 1:
      return std::trunc(x);
    case 2:
      return std::floor(x);
    default:
      return std::ceil(x);
  }
}

// Float to integer: rounded as asked, clamped to the range, NaN gives 0.
template <class D, class S>
D integer_of(S x, std::uint64_t flags) {
  if (x != x) return 0;
  const S r = to_integral(x, flags);
  constexpr S limit =
      static_cast<S>(std::uint64_t{1} << (8 * sizeof(D) - 1 - (std::is_signed_v<D> ? 1 : 0))) *
      2;  // max + 1, exactly
  if (r >= limit) return std::numeric_limits<D>::max();
  if (std::is_signed_v<D> ? r < -limit : r < 0) return std::numeric_limits<D>::min();
  return static_cast<D>(r);
}

template <class D, class S>
D clamped(S x) {
  if (std::cmp_greater(x, std::numeric_limits<D>::max())) return std::numeric_limits<D>::max();
  if (std::cmp_less(x, std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(x);
}

template <class D, class S>
D converted(S x, std::uint64_t flags, bool to_whole) {
  if constexpr (is_16_bit_float<S>) {
    return converted<D, float>(to_float(x), flags, to_whole);
  } else if constexpr (std::is_integral_v<D> && std::is_integral_v<S>) {
    return (flags & flag_sat) != 0 ? clamped<D>(x) : static_cast<D>(x);
  } else if constexpr (std::is_integral_v<D>) {
    if ((flags & flag_ftz) != 0) x = flushed(x);
    return integer_of<D>(x, flags);
  } else if constexpr (std::is_integral_v<S>) {
    if constexpr (std::is_same_v<D, half>)
      return half_of(static_cast<double>(x));
    else if constexpr (std::is_same_v<D, brain>)
      return brain_of(static_cast<float>(x), flags);
    else
      return opaque(static_cast<D>(opaque(x)));
  } else {
    if ((flags & flag_ftz) != 0 && sizeof(S) == 4) x = flushed(x);
    if (to_whole) x = to_integral(x, flags);
    if ((flags & flag_sat) != 0) x = saturated(x);
    if constexpr (std::is_same_v<D, half>)
      return half_of(x);
    else if constexpr (std::is_same_v<D, brain>)
      return brain_of(static_cast<float>(x), flags);
    else {
      D result = opaque(static_cast<D>(opaque(x)));
      if ((flags & flag_ftz) != 0 && sizeof(D) == 4) result = flushed(result);
      return result;
    }
  }
}

constexpr std::uint64_t flag_whole = 64;  // float to float with .rni, .rzi, .rmi or .rpi

template <class D, class S>
const step* convert(warp& w, const step* s) {
  const S* a = row<S>(w, s->a);
  D* d = row<D>(w, s->d);
  const std::uint64_t flags = s->immediate;
  const rounding_scope scope(flags);
  each(w.active,
       [&](unsigned i) { d[i] = converted<D, S>(a[i], flags, (flags & flag_whole) != 0); });
  return s + 1;
}

// Without modifiers that matter: a loop that the compiler makes vectors of.
template <class D, class S>
const step* convert_plain(warp& w, const step* s) {
  const S* a = row<S>(w, s->a);
  write<D>(w, s->d, [=](unsigned i) { return static_cast<D>(a[i]); });
  return s + 1;
}

template <class D, class S>
action conversion_between(std::uint64_t flags) {
  constexpr bool exact_kind = std::is_arithmetic_v<D> && std::is_arithmetic_v<S> &&
                              !(std::is_integral_v<D> && std::is_floating_point_v<S>);
  if constexpr (exact_kind) {
    if ((flags & (rounding_bits | flag_ftz | flag_sat | flag_whole)) == 0)
      return &convert_plain<D, S>;
  }
  return &convert<D, S>;
}

template <class F>
action for_type(scalar type, F f) {
  switch (type) {
    case scalar::u8:
    case scalar::b8:
      return f(std::uint8_t{});
    case scalar::s8:
      return f(std::int8_t{});
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
    case scalar::f32:
      return f(float{});
    case scalar::f64:
      return f(double{});
    case scalar::f16:
      return f(half{});
    case scalar::bf16:
      return f(brain{});
    default:
      return nullptr;
  }
}

template <std::size_t Bytes>
const step* copy(warp& w, const step* s) {
  using T = std::conditional_t<Bytes == 2, std::uint16_t,
                               std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>;
  const T* a = row<T>(w, s->a);
  write<T>(w, s->d, [=](unsigned i) { return a[i]; });
  return s + 1;
}

}  // namespace

std::uint64_t conversion_flags(const decoded& i) {
  std::uint64_t flags = float_flags_of(i);
  const auto integral = [&](word w, std::uint64_t mode) {
    if (i.has(w)) flags |= mode << integral_shift | flag_whole;
  };
  integral(word::rni, 0);
  integral(word::rzi, 1);
  integral(word::rmi, 2);
  integral(word::rpi, 3);
  return flags;
}

action conversion_action(scalar to, scalar from, const decoded& i) {
  const std::uint64_t flags = conversion_flags(i);
  const bool narrow_float = to == scalar::f16 || to == scalar::bf16;
  if (narrow_float && (flags & (round_down | round_up)) != 0) return nullptr;
  if (to == scalar::f16 && (flags & round_zero) != 0) return nullptr;
  return for_type(to, [&](auto d) -> action {
    return for_type(from, [&](auto s) -> action {
      return conversion_between<decltype(d), decltype(s)>(flags);
    });
  });
}

action copy_action(std::uint8_t bytes) {
  return bytes == 2 ? &copy<2> : bytes == 4 ? &copy<4> : &copy<8>;
}

action widen_action(std::uint8_t to, std::uint8_t from, bool sign) {
  const auto pair = [&](auto s) -> action {
    using S = decltype(s);
    if (to == 1) return &convert_plain<std::uint8_t, S>;
    if (to == 2) return &convert_plain<std::uint16_t, S>;
    return to == 4 ? &convert_plain<std::uint32_t, S> : &convert_plain<std::uint64_t, S>;
  };
  if (from == 1) return sign ? pair(std::int8_t{}) : pair(std::uint8_t{});
  if (from == 2) return sign ? pair(std::int16_t{}) : pair(std::uint16_t{});
  if (from == 4) return sign ? pair(std::int32_t{}) : pair(std::uint32_t{});
  return pair(std::uint64_t{});
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
