// The rule of sums: products are exact. They and the sum so far are aligned to the largest exponent
// among them, where a product's exponent is the sum of its factors', and truncated 25 bits below
// it. Their sum is exact; it is truncated to an f32, or rounded to the nearest f16. A sum of 0 is
// positive.
#include "simt/semantics/matrix_sums.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "simt/semantics/narrow_float.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

constexpr int bits_below = 25;
constexpr unsigned columns = 8;     // at a time
constexpr int no_exponent = -1000;  // of 0, which no sum is aligned to

// Elements as numbers and exponents. One that is not finite is 0 here, and noted.
template <class T, unsigned Most>
struct operands {
  alignas(64) T value[Most];
  alignas(64) std::int32_t exponent[Most];
  bool all_finite;
};

template <unsigned ExponentBits, unsigned FractionBits, unsigned Unused, class T, unsigned Most>
void read(const std::uint32_t* bits, unsigned count, operands<T, Most>& out) {
  constexpr std::uint32_t unused = (1u << Unused) - 1,
                          sign_bit = 1u << (ExponentBits + FractionBits + Unused);
  constexpr std::int32_t bias = (1 << (ExponentBits - 1)) - 1, largest = (1 << ExponentBits) - 1;
  // The bits of a float of the same fraction, times this.
  constexpr unsigned shift = 23 - FractionBits - Unused;
  constexpr float scale = ExponentBits == 8 ? 1 : 0x1p112f;
  std::uint32_t odd = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t kept = bits[i] & ~unused & (sign_bit - 1);
    const auto exponent = static_cast<std::int32_t>(kept >> (FractionBits + Unused));
    const bool is_finite = exponent != largest;
    odd |= is_finite ? 0u : 1u;
    const std::uint32_t magnitude = is_finite ? kept : 0;
    const std::uint32_t sign = (bits[i] & sign_bit)
                               << (31 - (ExponentBits + FractionBits + Unused));
    const float x = std::bit_cast<float>(magnitude << shift) * scale;
    out.value[i] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) | sign);
    out.exponent[i] = magnitude == 0 ? no_exponent : std::max(exponent, 1) - bias;
  }
  out.all_finite = odd == 0;
}

template <class T, unsigned Most>
void read(matrix_element e, const std::uint32_t* bits, unsigned count, operands<T, Most>& out) {
  switch (e) {
    case matrix_element::f16:
      return read<5, 10, 0>(bits, count, out);
    case matrix_element::bf16:
      return read<8, 7, 0>(bits, count, out);
    case matrix_element::tf32:
      return read<8, 10, 13>(bits, count, out);
    default:
      return read<8, 23, 0>(bits, count, out);
  }
}

// What an element is, for sums that have one which is not finite.
struct kind_of_number {
  bool is_nan = false, is_infinite = false, is_negative = false, is_zero = false;
};

kind_of_number kind_of(matrix_element e, std::uint32_t bits) {
  const bool is_half = e == matrix_element::f16, is_brain = e == matrix_element::bf16;
  const std::uint32_t wide = is_half || is_brain ? bits << 16 : bits;
  const std::uint32_t counted = e == matrix_element::tf32 ? wide & ~0x1fffu : wide;
  const std::uint32_t infinite = is_half ? 0x7c000000u : 0x7f800000u;
  const std::uint32_t magnitude = counted & 0x7fffffffu;
  return {magnitude > infinite, magnitude == infinite, counted >> 31 != 0, magnitude == 0};
}

matrix_element sum_type(const matrix_sum& s) {
  return s.in_halves ? matrix_element::f16 : matrix_element::f32;
}

// The result with an infinity or a NaN among the operands.
void settle(const matrix_sum& s, const std::uint32_t* a, const std::uint32_t* b, std::uint32_t c,
            unsigned row, unsigned column, std::uint32_t& d) {
  bool nan = false, up = false, down = false;
  const auto take = [&](bool is_negative) { (is_negative ? down : up) = true; };
  const kind_of_number sum = kind_of(sum_type(s), c);
  nan = sum.is_nan;
  if (sum.is_infinite) take(sum.is_negative);
  for (unsigned i = s.first; i < s.first + s.count; ++i) {
    const kind_of_number x = kind_of(s.factors, a[row * s.k + i]),
                         y = kind_of(s.factors, b[i * s.n + column]);
    nan =
        nan || x.is_nan || y.is_nan || (x.is_infinite && y.is_zero) || (y.is_infinite && x.is_zero);
    if (x.is_infinite || y.is_infinite) take(x.is_negative != y.is_negative);
  }
  if (!nan && !up && !down) return;
  if (nan || (up && down))
    d = s.in_halves ? 0x7fffu : 0x7fffffffu;
  else
    d = s.in_halves ? (up ? 0x7c00u : 0xfc00u) : (up ? 0x7f800000u : 0xff800000u);
}

// Eight columns of a row.
using int8 = std::int32_t __attribute__((vector_size(32)));
using long8 = std::int64_t __attribute__((vector_size(64)));
using float8 = float __attribute__((vector_size(32)));
using double8 = double __attribute__((vector_size(64)));

template <class V>
inline V load(const void* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
inline long8 longs(int8 x) { return __builtin_convertvector(x, long8); }
inline double8 doubles(int8 x) { return __builtin_convertvector(x, double8); }

// 2 to these powers.
inline float8 power(int8 exponent, float8) { return (float8)((exponent + 127) << 23); }
inline double8 power(int8 exponent, double8) { return (double8)((longs(exponent) + 1023) << 52); }

// Sums before they are rounded. V: holds the products exactly.
template <class V, class T>
inline double8 add(const matrix_sum& s, const T* a, const std::int32_t* a_exponent, const T* b,
                   const std::int32_t* b_exponent, const T* c, const std::int32_t* c_exponent) {
  // Where no product is larger, the sum is c. Scales stay within a float's range.
  constexpr std::int32_t least = sizeof(T) == 4 ? -60 : -320;
  const auto greater = [](int8 x, int8 y) { return x > y ? x : y; };
  int8 top = greater(load<int8>(c_exponent), int8{} + least);
  for (unsigned i = 0; i < s.count; ++i)
    top = greater(top, load<int8>(b_exponent + i * s.n) + a_exponent[i]);
  const V scale = power(bits_below - top, V{}), sum = load<V>(c);
  const auto aligned = [](V x) { return __builtin_convertvector(x, int8); };  // truncates
  // Eight products and c fit into 32 bits.
  int8 low = aligned(sum * scale), high{};
  const unsigned first = s.count < 8 ? s.count : 8;
  for (unsigned i = 0; i < first; ++i) low += aligned(load<V>(b + i * s.n) * a[i] * scale);
  for (unsigned i = first; i < s.count; ++i) high += aligned(load<V>(b + i * s.n) * a[i] * scale);
  const double8 result = (doubles(low) + doubles(high)) * power(top - bits_below, double8{});
  return longs(top) > least ? result : __builtin_convertvector(sum, double8);
}

// Truncated to 24 bits, and where a float has fewer to those.
inline void truncate(double8 x, std::uint32_t* d) {
  const auto kept = (double8)((long8)x & ~std::int64_t{0x1fffffff});
  const double8 magnitude = (double8)((long8)kept & ~(std::int64_t{1} << 63));
  float8 result = __builtin_convertvector(kept, float8);
  for (unsigned j = 0; j < columns; ++j) {
    if (magnitude[j] < 0x1p-126 && magnitude[j] > 0)
      result[j] = static_cast<float>(std::trunc(kept[j] * 0x1p149) * 0x1p-149);
  }
  result += 0.0f;  // no negative zero
  __builtin_memcpy(d, &result, sizeof result);
}

inline void round_to_half(double8 x, std::uint32_t* d) {
  for (unsigned j = 0; j < columns; ++j) {
    const std::uint32_t bits = half::rounded(x[j], 0).bits;
    d[j] = bits == 0x8000u ? 0 : bits;
  }
}

template <class V, class T>
void add_all(const matrix_sum& s, const std::uint32_t* a, const std::uint32_t* b,
             const std::uint32_t* c, std::uint32_t* d) {
  thread_local operands<T, most_of_factor> as, bs;
  thread_local operands<T, most_of_sum> cs;
  read(s.factors, a, s.m * s.k, as);
  read(s.factors, b, s.k * s.n, bs);
  read(sum_type(s), c, s.m * s.n, cs);
  const bool all_finite = as.all_finite && bs.all_finite && cs.all_finite;
  for (unsigned row = 0; row < s.m; ++row) {
    for (unsigned column = 0; column < s.n; column += columns) {
      const unsigned at_a = row * s.k + s.first, at_b = s.first * s.n + column,
                     at = row * s.n + column;
      const double8 sum = add<V>(s, as.value + at_a, as.exponent + at_a, bs.value + at_b,
                                 bs.exponent + at_b, cs.value + at, cs.exponent + at);
      alignas(32) std::uint32_t results[columns];
      s.in_halves ? round_to_half(sum, results) : truncate(sum, results);
      for (unsigned j = 0; j < columns && !all_finite; ++j)
        settle(s, a, b, c[at + j], row, column + j, results[j]);
      __builtin_memcpy(d + at, results, sizeof results);
    }
  }
}

}  // namespace

void add_products(const matrix_sum& s, const std::uint32_t* a, const std::uint32_t* b,
                  const std::uint32_t* c, std::uint32_t* d) {
  if (s.factors == matrix_element::f16)
    add_all<float8, float>(s, a, b, c, d);
  else
    add_all<double8, double>(s, a, b, c, d);
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
