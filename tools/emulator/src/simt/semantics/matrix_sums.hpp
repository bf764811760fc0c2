// Sums of products of f16, bf16 and tf32, as an H100 forms them
// (docs/decisions/047-tensor-cores-bit-for-bit.md).
#pragma once

#include "simt/semantics/matrices.hpp"

#ifndef LOCKSTEP_ISA
#define LOCKSTEP_ISA baseline
#endif

namespace lockstep::simt::LOCKSTEP_ISA {

// Elements [first, first + count) of k are added to c at once. a and b have elements of one type:
// f16, bf16 or tf32; c and d are f16 or f32.
struct matrix_sum {
  unsigned m, n, k, first, count;
  matrix_element factors;
  bool in_halves;
};
void add_products(const matrix_sum& s, const std::uint32_t* a, const std::uint32_t* b,
                  const std::uint32_t* c, std::uint32_t* d);

}  // namespace lockstep::simt::LOCKSTEP_ISA
