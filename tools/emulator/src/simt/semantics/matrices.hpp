// Products of small matrices as tensor cores form them: d = a * b + c.
#pragma once

#include <cstdint>

namespace lockstep::simt {

enum class matrix_element : std::uint8_t {
  f16,
  bf16,
  tf32,
  e4m3,
  e5m2,
  f32,
  f64,
  s8,
  u8,
  s4,
  u4,
  b1,  // 32 of them, along k, count as one element
  s32,
};

constexpr unsigned bits_of(matrix_element e) {
  switch (e) {
    case matrix_element::s4:
    case matrix_element::u4:
      return 4;
    case matrix_element::e4m3:
    case matrix_element::e5m2:
    case matrix_element::s8:
    case matrix_element::u8:
      return 8;
    case matrix_element::f16:
    case matrix_element::bf16:
      return 16;
    case matrix_element::f64:
      return 64;
    default:
      return 32;
  }
}

constexpr unsigned most_of_factor = 32 * 32;  // elements: m16n8k64 of four bits has 16 * 64
constexpr unsigned most_of_sum = 16 * 16;

struct matrix_product {
  std::uint8_t m = 0, n = 0, k = 0;
  std::uint8_t group = 0;  // products that are added at once
  matrix_element a{}, b{}, c{}, d{};
  bool saturates = false;     // of integers
  bool exclusive_or = false;  // of bits, instead of and
  bool by_fma = false;        // m8n8k4 of halves: with the ordinary arithmetic of floats
};

// Bits of elements, row by row: a has m rows, b has k, c and d have m. Those of f64 have 64 bits.
template <class T>
using matrix_function = void (*)(const matrix_product&, const T* a, const T* b, const T* c, T* d);

struct matrix_functions {
  matrix_function<std::uint32_t> words;
  matrix_function<std::uint64_t> doubles;
};

}  // namespace lockstep::simt
