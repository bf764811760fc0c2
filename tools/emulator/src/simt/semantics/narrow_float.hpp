// Floating-point formats narrower than float: f16, bf16, tf32 and the 8-bit ones (PTX ISA 5.2.3).
// Arithmetic on them is done in double and rounded once.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "simt/semantics/not_a_number.hpp"
#include "simt/semantics/rounding.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {

// Sign, exponent, fraction, and `Unused` bits below. Finite formats have no infinity, and a single
// NaN.
template <class Storage, unsigned ExponentBits, unsigned FractionBits, bool Finite = false,
          unsigned Unused = 0>
struct narrow_float {
  Storage bits;

  static constexpr unsigned sign_at = ExponentBits + FractionBits;
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr std::uint64_t largest_code = (std::uint64_t{1} << sign_at) - 1;  // the NaN
  static constexpr std::uint64_t infinite =
      Finite ? largest_code : largest_code + 1 - (1u << FractionBits);
  static constexpr std::uint64_t largest_finite = infinite - 1;

  static constexpr narrow_float of_code(std::uint64_t code) {
    return {static_cast<Storage>(code << Unused)};
  }
  static constexpr narrow_float not_a_number() { return of_code(largest_code); }
  static constexpr narrow_float one() { return of_code(std::uint64_t{bias} << FractionBits); }

  double value() const {
    const std::uint64_t code = static_cast<std::uint64_t>(bits) >> Unused;
    const std::uint64_t magnitude = code & largest_code, sign = code >> sign_at << 63;
    // The exponent is put right by a multiplication, which also makes subnormals normal.
    constexpr double scale = std::bit_cast<double>(std::uint64_t{1023 + 1023 - bias} << 52);
    double result = std::bit_cast<double>(magnitude << (52 - FractionBits)) * scale;
    if (magnitude >= infinite) {  // the bits of a NaN stay, and it becomes a quiet one
      const std::uint64_t fraction = (magnitude - infinite) << (52 - FractionBits);
      result = std::bit_cast<double>(std::uint64_t{2047} << 52 | fraction |
                                     (Finite || fraction != 0 ? quiet_bit : 0));
    }
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) | sign);
  }

  bool is_subnormal() const {
    const std::uint64_t magnitude = static_cast<std::uint64_t>(bits) >> Unused & largest_code;
    return magnitude != 0 && magnitude < std::uint64_t{1} << FractionBits;
  }

  // A NaN with the upper bits of another one.
  static narrow_float of_nan(double nan) {
    const auto wide = std::bit_cast<std::uint64_t>(nan) | quiet_bit;
    constexpr std::uint64_t exponent_and_fraction = (std::uint64_t{1} << sign_at) - 1;
    return of_code((wide >> (52 - FractionBits) & exponent_and_fraction) | wide >> 63 << sign_at);
  }

  // Rounded as the flags say, whatever the host's rounding.
  static narrow_float rounded(double x, std::uint64_t flags) {
    const auto wide = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t sign = wide >> 63, magnitude = wide & ~(std::uint64_t{1} << 63);
    constexpr std::uint64_t wide_infinite = std::uint64_t{2047} << 52,
                            hidden = std::uint64_t{1} << 52;
    if (magnitude > wide_infinite) return not_a_number();

    // Multiples of the format's unit, which below its smallest exponent no longer shrinks.
    const int exponent = static_cast<int>(magnitude >> 52) - 1023;
    const int unit = exponent > 1 - bias ? exponent : 1 - bias;
    const int below = static_cast<int>(52 - FractionBits) + unit - exponent;
    const unsigned shift = below < 63 ? static_cast<unsigned>(below) : 63;
    const std::uint64_t fraction = (magnitude & (hidden - 1)) | (magnitude >= hidden ? hidden : 0);
    const std::uint64_t kept = fraction >> shift, half_unit = std::uint64_t{1} << (shift - 1);
    const std::uint64_t rest = fraction & (2 * half_unit - 1);

    bool up = false, to_infinity = true;  // where a finite number ends that is too large
    switch (flags & rounding_bits) {
      case round_zero:
        to_infinity = false;
        break;
      case round_down:
        up = sign != 0 && rest != 0;
        to_infinity = sign != 0;
        break;
      case round_up:
        up = sign == 0 && rest != 0;
        to_infinity = sign == 0;
        break;
      default:
        up = rest > half_unit ||
             (rest == half_unit && ((flags & flag_away) != 0 || (kept & 1) != 0));
    }
    // A carry out of the fraction goes into the exponent, where it belongs.
    std::uint64_t code =
        kept + up + (static_cast<std::uint64_t>(unit - (1 - bias)) << FractionBits);
    if (code > largest_finite) {
      const bool keeps =
          (flags & flag_satfinite) != 0 || (!to_infinity && magnitude != wide_infinite);
      code = keeps ? largest_finite : infinite;
    }
    return of_code(code | sign << sign_at);
  }
};

using half = narrow_float<std::uint16_t, 5, 10>;
using brain = narrow_float<std::uint16_t, 8, 7>;
using tensor_float = narrow_float<std::uint32_t, 8, 10, false, 13>;
using float_e5m2 = narrow_float<std::uint8_t, 5, 2>;
using float_e4m3 = narrow_float<std::uint8_t, 4, 3, true>;

// Two of them in one register: f16x2, bf16x2, e4m3x2, e5m2x2.
template <class Narrow>
struct packed {
  Narrow low, high;
};

template <class T>
constexpr bool is_narrow = false;
template <class S, unsigned E, unsigned F, bool Finite, unsigned U>
constexpr bool is_narrow<narrow_float<S, E, F, Finite, U>> = true;
template <class T>
constexpr bool is_packed = false;
template <class Narrow>
constexpr bool is_packed<packed<Narrow>> = true;

template <class S, unsigned E, unsigned F, bool Finite, unsigned U>
inline narrow_float<S, E, F, Finite, U> flushed(narrow_float<S, E, F, Finite, U> x) {
  using narrow = narrow_float<S, E, F, Finite, U>;
  return x.is_subnormal()
             ? narrow::of_code(static_cast<std::uint64_t>(x.bits) >> (U + E + F) << (E + F))
             : x;
}

// a + b so that rounding it again to a narrower format, in any mode, gives what the exact sum
// would: truncated, with the last bit set if anything was lost ("round to odd").
inline double odd_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a, lost = (a - (sum - of_b)) + (b - of_b);  // exactly (Knuth)
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if ((lost < 0 || lost > 0) && (bits & 1) == 0) bits += (lost > 0) == (sum > 0) ? 1 : -1;
  return std::bit_cast<double>(bits);
}

// The same for an integer.
template <class T>
inline double odd_double(T x) {
  if constexpr (sizeof(T) < 8) {
    return static_cast<double>(x);
  } else {
    constexpr T low = 0x7ff;  // more bits than a double has lost
    const T sticky = (x & low) != 0 ? T{0x800} : T{0};
    const bool exact = x <= (T{1} << 53) && (std::is_unsigned_v<T> || x >= -(T{1} << 53));
    return static_cast<double>(exact ? x : static_cast<T>((x & ~low) | sticky));
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
