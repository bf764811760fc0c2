#include "simt/tensor_cores/fragment.hpp"

namespace lockstep::simt::tensor_cores {
namespace {

// A lane's place in the eight groups of four.
constexpr unsigned group_of(unsigned lane) { return lane / 4; }
constexpr unsigned in_group(unsigned lane) { return lane % 4; }

// Calls place(x, k) for each element: x along the matrix's own extent.
template <class F>
void each_of_factor(const factor_shape& f, F place) {
  const unsigned block = f.is_tall ? 16 : 8, across = 4 * f.per_register;
  for (unsigned x = 0; x < f.extent; x += block)
    for (unsigned k = 0; k < f.k; k += across)
      for (unsigned half = 0; half < block; half += 8)
        for (unsigned lane = 0; lane < 32; ++lane)
          for (unsigned e = 0; e < f.per_register; ++e)
            place(x + half + group_of(lane), k + in_group(lane) * f.per_register + e);
}

fragment of_matrix(unsigned rows, unsigned columns) {
  fragment f;
  f.rows = rows;
  f.columns = columns;
  return f;
}

fragment with_counts(fragment f, unsigned per_register) {
  f.per_register = per_register;
  f.registers = static_cast<unsigned>(f.places.size()) / (32 * per_register);
  return f;
}

}  // namespace

fragment fragment_of_a(const factor_shape& f) {
  fragment a = of_matrix(f.extent, f.k);
  each_of_factor(f, [&](unsigned x, unsigned k) {
    a.places.push_back(static_cast<std::uint16_t>(x * f.k + k));
  });
  return with_counts(a, f.per_register);
}

fragment fragment_of_b(const factor_shape& f) {
  fragment b = of_matrix(f.k, f.extent);
  b.along_columns = false;
  each_of_factor(f, [&](unsigned x, unsigned k) {
    b.places.push_back(static_cast<std::uint16_t>(k * f.extent + x));
  });
  return with_counts(b, f.per_register);
}

fragment fragment_of_sum(unsigned m, unsigned n, unsigned per_register, bool transposed) {
  fragment c = of_matrix(m, n);
  c.along_columns = !transposed;
  const unsigned tall = transposed ? n : m, narrow = transposed ? m : n;
  const unsigned block = tall < 16 ? 8 : 16;
  for (unsigned x = 0; x < tall; x += block)
    for (unsigned y = 0; y < narrow; y += 8)
      for (unsigned half = 0; half < block; half += 8)
        for (unsigned first = 0; first < 2; first += per_register)
          for (unsigned lane = 0; lane < 32; ++lane)
            for (unsigned e = first; e < first + per_register; ++e) {
              const unsigned i = x + half + group_of(lane), j = y + 2 * in_group(lane) + e;
              c.places.push_back(static_cast<std::uint16_t>(transposed ? j * n + i : i * n + j));
            }
  return with_counts(c, per_register);
}

// PTX ISA 9.7.14.5.1.
fragment fragment_of_quad_a(bool is_row) {
  fragment a = of_matrix(8, 4);
  for (unsigned r = 0; r < 2; ++r)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 2 * r; i < 2 * r + 2; ++i) {
        const unsigned row = (is_row ? lane % 4 : i) + lane / 16 * 4, k = is_row ? i : lane % 4;
        a.places.push_back(static_cast<std::uint16_t>(row * 4 + k));
      }
  return with_counts(a, 2);
}

fragment fragment_of_quad_b(bool is_row) {
  fragment b = of_matrix(4, 8);
  for (unsigned r = 0; r < 2; ++r)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 2 * r; i < 2 * r + 2; ++i) {
        const unsigned column = (is_row ? i : lane % 4) + lane / 16 * 4, k = is_row ? lane % 4 : i;
        b.places.push_back(static_cast<std::uint16_t>(k * 8 + column));
      }
  return with_counts(b, 2);
}

fragment fragment_of_quad_sum(bool halves) {
  fragment c = of_matrix(8, 8);
  const unsigned per_register = halves ? 2 : 1;
  for (unsigned first = 0; first < 8; first += per_register)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = first; i < first + per_register; ++i) {
        const unsigned row = (halves ? lane % 4 : (lane & 1) + (i & 2)) + lane / 16 * 4;
        const unsigned column = halves ? i : (i & 4) + (lane & 2) + (i & 1);
        c.places.push_back(static_cast<std::uint16_t>(row * 8 + column));
      }
  return with_counts(c, per_register);
}

}  // namespace lockstep::simt::tensor_cores
