// Declarations of variables, registers and parameters.
// Source: PTX ISA, section 5.4 (variables).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ptx/lexer.hpp"
#include "ptx/syntax.hpp"

namespace lockstep::ptx {

// What stands before the names: ".global .attribute(.managed) .align 8 .v2 .f32".
struct declaration_head {
  state_space space = state_space::global;
  linkage link = linkage::internal;
  scalar type = scalar::none;
  std::uint32_t alignment = 0;  // 0: the type's own
  std::uint8_t width = 1;       // elements of a vector type
  bool managed = false;
};

struct declarator {
  token name;
  std::vector<std::uint64_t> dimensions;  // the first may be 0: not given
};

// "global" -> state_space::global; nothing if the word names no state space.
std::optional<state_space> space_named(std::string_view word);
std::optional<linkage> linkage_named(std::string_view word);

// Behind the state space's directive, up to the first name.
declaration_head parse_head(lexer& in, state_space space, linkage link);

// A name and its dimensions.
declarator parse_declarator(lexer& in);

// What both say together, without an initialiser.
variable make_variable(const declaration_head& head, const declarator& name);

}  // namespace lockstep::ptx
