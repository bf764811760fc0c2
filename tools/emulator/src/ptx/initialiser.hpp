// `= {...}` behind a variable's declaration -> its first bytes, and the addresses among them.
#pragma once

#include "ptx/lexer.hpp"
#include "ptx/module_symbols.hpp"
#include "ptx/variables.hpp"

namespace lockstep::ptx {

// Behind the `=`. Also gives `v` its size where the declaration left that open.
void parse_initialiser(lexer& in, const declaration_head& head, const declarator& declared,
                       module_symbols& symbols, variable& v);

}  // namespace lockstep::ptx
