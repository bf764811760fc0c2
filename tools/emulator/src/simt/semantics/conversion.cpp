// cvt between single values (PTX ISA 9.7.9.21). The source row has the width of the source type,
// the destination row that of the destination type. step::immediate holds float_flags.
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "simt/semantics/families.hpp"
#include "simt/semantics/flush.hpp"
#include "simt/semantics/forms.hpp"
#include "simt/semantics/integer_operations.hpp"
#include "simt/semantics/narrow_float.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using ptx::decoded;
using ptx::scalar;
using ptx::word;

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

// What a NaN becomes. The manual says it for integers: 0, or from f64 or to 64 bits the top bit
// alone. For the rest it is as an H200 has it: mostly the one NaN of the format; where f64 or bf16
// is one of the two, the bits that fit.
template <class D, class S>
D converted_nan(S x, std::uint64_t flags) {
  if constexpr (std::is_integral_v<D>) {
    constexpr bool wide = sizeof(D) == 8 || std::is_same_v<S, double>;
    return wide ? static_cast<D>(std::uint64_t{1} << (8 * sizeof(D) - 1)) : D{0};
  } else if ((flags & flag_sat) != 0) {
    return D{};
  } else if constexpr (std::is_same_v<D, tensor_float>) {
    if ((flags & flag_away) == 0) return D::not_a_number();
    const auto bits = std::bit_cast<std::uint32_t>(x);
    // .satfinite takes one unit from what is infinite or more, so from a NaN too.
    return {(bits & ~0x1fffu) - ((flags & flag_satfinite) != 0 ? 0x2000 : 0)};
  } else if constexpr (is_narrow<D>) {
    if constexpr (std::is_same_v<S, double>) return D::of_nan(x);
    return D::not_a_number();
  } else if constexpr (std::is_same_v<D, float> && std::is_same_v<S, brain>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16);
  } else if constexpr (std::is_same_v<D, float> && !std::is_same_v<S, double>) {
    return not_a_number<float>();
  } else if constexpr (is_narrow<S>) {
    return x.value();
  } else {
    if (sizeof(S) == 4 && (flags & flag_ftz) != 0) return static_cast<D>(not_a_number<S>());
    return static_cast<D>(x + x);  // quiet
  }
}

// Float to integer: rounded as asked, clamped to the range.
template <class D, class S>
D integer_of(S x, std::uint64_t flags) {
  const S r = to_integral(x, flags);
  constexpr S limit =
      static_cast<S>(std::uint64_t{1} << (8 * sizeof(D) - 1 - (std::is_signed_v<D> ? 1 : 0))) *
      2;  // max + 1, exactly
  if (r >= limit) return std::numeric_limits<D>::max();
  if (std::is_signed_v<D> ? r < -limit : r < 0) return std::numeric_limits<D>::min();
  return static_cast<D>(r);
}

template <class D, class S>
D converted(S x, std::uint64_t flags) {
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>) {
    return (flags & flag_sat) != 0 ? clamped<D>(x) : static_cast<D>(x);
  } else if constexpr (std::is_integral_v<S>) {
    if ((flags & flag_sat) != 0) x = x > 0 ? 1 : 0;  // the range of floats is 0 to 1
    if constexpr (is_narrow<D>)
      return D::rounded(odd_double(x), flags);
    else
      return opaque(static_cast<D>(opaque(x)));
  } else if constexpr (is_narrow<S>) {
    const double value = x.value();
    return value != value ? converted_nan<D>(x, flags)
                          : converted<D>(value, flags & ~std::uint64_t{flag_ftz});
  } else if (x != x) {
    return converted_nan<D>(x, flags);
  } else {
    if ((flags & flag_ftz) != 0 && sizeof(S) == 4) x = flushed(x);
    if constexpr (std::is_integral_v<D>) {
      return integer_of<D>(x, flags);
    } else {
      if ((flags & flag_whole) != 0) x = to_integral(x, flags);
      if ((flags & flag_sat) != 0) x = saturated(x);
      if ((flags & flag_relu) != 0) x = rectified(x);
      if constexpr (is_narrow<D>) {
        return D::rounded(x, flags);
      } else {
        const D result = opaque(static_cast<D>(opaque(x)));
        if constexpr (std::is_same_v<D, float>)
          if ((flags & flag_ftz) != 0) return flushed_rounding(result, x, flags);
        return result;
      }
    }
  }
}

template <class D, class S>
const step* convert(warp& w, const step* s) {
  const S* a = row<S>(w, s->a);
  D* d = row<D>(w, s->d);
  const std::uint64_t flags = s->immediate;
  const rounding_scope scope(flags);
  each(w.active, [&](unsigned i) { d[i] = converted<D>(a[i], flags); });
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

// The types that cvt knows, but tf32.
template <class F>
action for_type(scalar type, F f) {
  switch (type) {
    case scalar::u8:
    case scalar::b8:
      return f(std::uint8_t{});
    case scalar::s8:
      return f(std::int8_t{});
    case scalar::f32:
      return f(float{});
    case scalar::f64:
      return f(double{});
    case scalar::f16:
      return f(half{});
    case scalar::bf16:
      return f(brain{});
    default:
      return for_integer(type, f);
  }
}

}  // namespace

action conversion_action(const decoded& i) {
  if (i.type_count != 2 || i.source->operands.size() != 2 || i.has(word::pack)) return nullptr;
  const std::uint64_t flags = float_flags_of(i);
  if (i.types[0] == scalar::tf32)
    return i.types[1] == scalar::f32 ? &convert<tensor_float, float> : nullptr;
  return for_type(i.types[0], [&](auto d) -> action {
    return for_type(i.types[1], [&](auto s) -> action {
      return conversion_between<decltype(d), decltype(s)>(flags);
    });
  });
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
