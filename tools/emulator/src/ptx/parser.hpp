// PTX text -> syntax tree.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "ptx/syntax.hpp"

namespace lockstep::ptx {

// What is wrong with the text, and where.
struct syntax_error : std::runtime_error {
  syntax_error(std::uint32_t line, const std::string& message);
  std::uint32_t line;  // PTX line, from 1
};

// Throws syntax_error. Takes the text; a trailing NUL is ignored.
[[nodiscard]] std::unique_ptr<module> parse(std::string text);

}  // namespace lockstep::ptx
