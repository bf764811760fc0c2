// d = a * b + c, by the types of the elements.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "simt/semantics/families.hpp"
#include "simt/semantics/matrix_sums.hpp"
#include "simt/semantics/narrow_float.hpp"

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

using element = matrix_element;

std::uint32_t half_of(std::uint32_t f32) {
  return half::rounded(std::bit_cast<float>(f32), 0).bits;
}

std::uint32_t float_of(std::uint32_t f16) {
  const half x{static_cast<std::uint16_t>(f16)};
  return std::bit_cast<std::uint32_t>(static_cast<float>(x.value()));
}

// f16, bf16 and tf32: sums of `group` products. Where c and d differ, c is widened before, or d is
// narrowed at the end.
void multiply_floats(const matrix_product& p, const std::uint32_t* a, const std::uint32_t* b,
                     const std::uint32_t* c, std::uint32_t* d) {
  const bool in_halves = p.c == element::f16 && p.d == element::f16;
  const unsigned results = p.m * p.n;
  matrix_sum s{p.m, p.n, p.k, 0, p.group, p.a, in_halves};
  const std::uint32_t* sum = c;
  if (p.c == element::f16 && !in_halves) {
    for (unsigned i = 0; i < results; ++i) d[i] = float_of(c[i]);
    sum = d;
  }
  for (; s.first < p.k; s.first += p.group, sum = d) add_products(s, a, b, sum, d);
  if (in_halves || p.d != element::f16) return;
  for (unsigned i = 0; i < results; ++i) d[i] = half_of(d[i]);
}

std::uint32_t half_of_eighth(element e, std::uint32_t bits) {
  if (e == element::e5m2) return bits << 8;
  return half::rounded(float_e4m3{static_cast<std::uint8_t>(bits)}.value(), 0).bits;
}

// An H100 has no such instruction for warps: it widens the elements to f16, adds those of the first
// two bytes of each register, then those of the others, and c last.
void multiply_eighths(const matrix_product& p, const std::uint32_t* a, const std::uint32_t* b,
                      const std::uint32_t* c, std::uint32_t* d) {
  thread_local std::uint32_t as[most_of_factor], bs[most_of_factor], none[most_of_sum];
  const auto place = [&](unsigned k) { return k / 4 * 2 + k % 2 + (k % 4 < 2 ? 0 : p.k / 2); };
  for (unsigned i = 0; i < p.m; ++i)
    for (unsigned k = 0; k < p.k; ++k) as[i * p.k + place(k)] = half_of_eighth(p.a, a[i * p.k + k]);
  for (unsigned k = 0; k < p.k; ++k)
    for (unsigned j = 0; j < p.n; ++j) bs[place(k) * p.n + j] = half_of_eighth(p.b, b[k * p.n + j]);
  const bool in_halves = p.d == element::f16;
  const unsigned half_k = p.k / 2u;
  matrix_sum s{p.m, p.n, p.k, 0, half_k, element::f16, in_halves};
  add_products(s, as, bs, none, d);
  s.first = half_k;
  add_products(s, as, bs, d, d);
  for (unsigned i = 0; i < p.m * p.n; ++i) {
    if (in_halves) {
      const auto value = [](std::uint32_t bits) {
        return half{static_cast<std::uint16_t>(bits)}.value();
      };
      d[i] = half::rounded(value(c[i]) + value(d[i]), 0).bits;
    } else {
      const float sum = std::bit_cast<float>(c[i]) + std::bit_cast<float>(d[i]);
      d[i] = std::bit_cast<std::uint32_t>(settled(sum));
    }
  }
}

// m8n8k4 of halves, which devices since sm_80 do not have: in f32, and to halves at the end.
void multiply_by_fma(const matrix_product& p, const std::uint32_t* a, const std::uint32_t* b,
                     const std::uint32_t* c, std::uint32_t* d) {
  const auto value = [](std::uint32_t bits) {
    return static_cast<float>(half{static_cast<std::uint16_t>(bits)}.value());
  };
  for (unsigned i = 0; i < p.m; ++i) {
    for (unsigned j = 0; j < p.n; ++j) {
      float x[4], y[4];
      for (unsigned k = 0; k < 4; ++k) {
        x[k] = value(a[i * p.k + k]);
        y[k] = value(b[k * p.n + j]);
      }
      const std::uint32_t bits = c[i * p.n + j];
      const float sum = p.c == element::f16 ? value(bits) : std::bit_cast<float>(bits);
      float result;
      if (p.d == element::f16) {
        result = sum + std::fma(x[1], y[1], x[0] * y[0]);
        result += std::fma(x[3], y[3], x[2] * y[2]);
      } else {
        float products = 0;
        for (unsigned k = 0; k < 4; ++k) products = std::fma(x[k], y[k], products);
        result = sum + products;
      }
      result = settled(result);
      const auto single = std::bit_cast<std::uint32_t>(result);
      d[i * p.n + j] = p.d == element::f16 ? half_of(single) : single;
    }
  }
}

std::int32_t integer(element e, std::uint32_t bits) {
  const auto signed_bits = static_cast<std::int32_t>(bits);
  if (e == element::s8) return static_cast<std::int8_t>(signed_bits);
  if (e == element::s4) return (signed_bits ^ 8) - 8;
  return signed_bits;
}

constexpr unsigned columns = 8;  // at a time
using int8 = std::int32_t __attribute__((vector_size(4 * columns)));

// Sums are exact. They wrap around, or become the nearest s32.
void multiply_integers(const matrix_product& p, const std::uint32_t* a, const std::uint32_t* b,
                       const std::uint32_t* c, std::uint32_t* d) {
  alignas(64) thread_local std::int32_t as[most_of_factor], bs[most_of_factor];
  for (unsigned i = 0; i < p.m * p.k; ++i) as[i] = integer(p.a, a[i]);
  for (unsigned i = 0; i < p.k * p.n; ++i) bs[i] = integer(p.b, b[i]);
  using limits = std::numeric_limits<std::int32_t>;
  for (unsigned i = 0; i < p.m; ++i) {
    for (unsigned first = 0; first < p.n; first += columns) {
      int8 sums{};
      for (unsigned k = 0; k < p.k; ++k) {
        int8 factors;
        std::memcpy(&factors, bs + k * p.n + first, sizeof factors);
        sums += factors * as[i * p.k + k];
      }
      for (unsigned j = 0; j < columns; ++j) {
        const unsigned at = i * p.n + first + j;
        std::int64_t sum = std::int64_t{sums[j]} + static_cast<std::int32_t>(c[at]);
        if (p.saturates) sum = std::clamp<std::int64_t>(sum, limits::min(), limits::max());
        d[at] = static_cast<std::uint32_t>(sum);
      }
    }
  }
}

void multiply_bits(const matrix_product& p, const std::uint32_t* a, const std::uint32_t* b,
                   const std::uint32_t* c, std::uint32_t* d) {
  for (unsigned i = 0; i < p.m; ++i) {
    for (unsigned j = 0; j < p.n; ++j) {
      std::uint32_t sum = c[i * p.n + j];
      for (unsigned k = 0; k < p.k; ++k) {
        const std::uint32_t x = a[i * p.k + k], y = b[k * p.n + j];
        sum += static_cast<std::uint32_t>(std::popcount(p.exclusive_or ? x ^ y : x & y));
      }
      d[i * p.n + j] = sum;
    }
  }
}

// One fused multiply-add after the other, by ascending k.
void multiply_doubles(const matrix_product& p, const std::uint64_t* a, const std::uint64_t* b,
                      const std::uint64_t* c, std::uint64_t* d) {
  const auto value = [](std::uint64_t bits) { return std::bit_cast<double>(bits); };
  const auto settled_sum = [&](unsigned i, unsigned j) {
    double sum = value(c[i * p.n + j]);
    for (unsigned k = 0; k < p.k; ++k)
      sum = settled_fma_op::of(value(a[i * p.k + k]), value(b[k * p.n + j]), sum);
    return sum;
  };
  for (unsigned i = 0; i < p.m; ++i) {
    for (unsigned first = 0; first < p.n; first += columns) {
      double sums[columns], factors[columns];
      std::memcpy(sums, c + i * p.n + first, sizeof sums);
      for (unsigned k = 0; k < p.k; ++k) {
        const double x = value(a[i * p.k + k]);
        std::memcpy(factors, b + k * p.n + first, sizeof factors);
        for (unsigned j = 0; j < columns; ++j) sums[j] = std::fma(x, factors[j], sums[j]);
      }
      for (unsigned j = 0; j < columns; ++j)
        if (sums[j] != sums[j]) sums[j] = settled_sum(i, first + j);
      std::memcpy(d + i * p.n + first, sums, sizeof sums);
    }
  }
}

}  // namespace

matrix_functions product_of(const matrix_product& p) {
  switch (p.a) {
    case element::f16:
      return {p.by_fma ? &multiply_by_fma : &multiply_floats, nullptr};
    case element::bf16:
    case element::tf32:
      return {&multiply_floats, nullptr};
    case element::e4m3:
    case element::e5m2:
      return {&multiply_eighths, nullptr};
    case element::f64:
      return {nullptr, &multiply_doubles};
    case element::b1:
      return {&multiply_bits, nullptr};
    default:
      return {&multiply_integers, nullptr};
  }
}

}  // namespace lockstep::simt::LOCKSTEP_ISA
