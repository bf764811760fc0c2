// Names of a module, and what the module has used up of the parser's limits.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/lexer.hpp"

namespace lockstep::ptx {

struct module_symbols {
  std::unordered_map<std::string_view, std::uint32_t> variables;  // index: module::variables
  std::unordered_map<std::string_view, std::uint32_t> functions;  // index: module::functions
  std::vector<token> referenced;  // names in initialisers: they may be declared later
  std::uint64_t initial_bytes = 0;
};

}  // namespace lockstep::ptx
