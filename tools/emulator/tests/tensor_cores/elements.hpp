// Elements of matrices, and values for them that are the same on every machine.
#pragma once

#include <cstdint>

namespace tensor {

enum class element { f16, bf16, tf32, e4m3, e5m2, f32, f64, s8, u8, s4, u4, b1, s32 };

struct element_format {
  const char* name;
  unsigned bits;                // in a register
  unsigned exponent, mantissa;  // of a float; 0: an integer
};
const element_format& format_of(element e);

// What the values of a tile have in common.
enum class kind { unit, wide, sparse, cancelling, small, large, any, special, count_ };
const char* name_of(kind k);

// The bits of an element, in the lowest ones. The values of accumulators have larger exponents
// where those of products have.
std::uint64_t value(element e, kind k, bool accumulates, std::uint32_t number);

std::uint32_t mixed(std::uint32_t x);

}  // namespace tensor
