// Constant expressions: what stands for a number in an operand, an address or an initialiser.
// Source: PTX ISA, section 4.5 (constants).
#pragma once

#include <cstdint>

#include "ptx/lexer.hpp"

namespace lockstep::ptx {

struct constant {
  bool real = false;
  bool is_unsigned = false;  // of an integer: it does not fit s64, or carries a U
  std::uint8_t bits = 64;    // of a real: 32 (written 0f...) or 64
  std::uint64_t value = 0;   // two's complement, or the bits of the real
};

// One number token.
[[nodiscard]] constant parse_number(const token& number);

// The longest constant expression that begins at the next token. Reals take a sign only.
[[nodiscard]] constant parse_constant(lexer& in);

// The same, where only an integer will do; `what` names it in the message.
std::int64_t parse_integer(lexer& in, const char* what);
std::uint32_t parse_count(lexer& in, const char* what);

}  // namespace lockstep::ptx
