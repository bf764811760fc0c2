// What the executable and its libraries say of an address: symbols, line tables (libbacktrace).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/protocol/finding.hpp"

namespace lockstep::cudart {

// A function in the symbol table. `begin` is 0 if there is none at the address.
struct function_symbol {
  std::string name;  // demangled
  std::uintptr_t begin = 0, size = 0;
};
function_symbol symbol_at(std::uintptr_t address);

// A function that an address is in, by the line tables; without those, by the symbols.
struct frame {
  protocol::source_place where;  // line 0: not known
  std::string function;          // demangled
};
// The innermost first: of inlined functions there are several. Never empty.
std::vector<frame> frames_at(std::uintptr_t address);

// Whether this library's code is there, and whether it is that of an installed one.
bool is_own(std::uintptr_t address);
bool is_in_installed_library(std::uintptr_t address);

// The function of this library that is called there, by the name that programs know.
std::string exported_name(std::uintptr_t own_address);
// Whether the object at an address makes pointers to a function of another one.
bool takes_address(std::uintptr_t in_object, const std::string& function);

// Of this host thread now, the innermost first.
std::vector<std::uintptr_t> return_addresses();

}  // namespace lockstep::cudart
