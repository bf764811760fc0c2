// Small directives that may stand at the top of a module and inside functions alike.
#pragma once

#include "ptx/lexer.hpp"
#include "ptx/syntax.hpp"

namespace lockstep::ptx {

void skip_pragma(lexer& in);               // behind .pragma: "nounroll";
bool parse_pragma(lexer& in);              // the same; whether it is that one
void skip_section(lexer& in);              // behind .section: .debug_str { ... }
void skip_parentheses(lexer& in);          // ( ... )
void parse_file(lexer& in, module& into);  // behind .file: 1 "name" [, time, size]

}  // namespace lockstep::ptx
