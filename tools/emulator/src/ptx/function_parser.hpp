// `.entry` and `.func`: parameters, directives, body.
#pragma once

#include <vector>

#include "ptx/lexer.hpp"
#include "ptx/locations.hpp"
#include "ptx/module_symbols.hpp"
#include "ptx/operands.hpp"
#include "ptx/scopes.hpp"
#include "ptx/syntax.hpp"

namespace lockstep::ptx {

class function_parser {
 public:
  function_parser(lexer& in, module& m, module_symbols& symbols, location_table& locations)
      : in_(in),
        module_(m),
        symbols_(symbols),
        locations_(locations),
        scopes_(function_),
        operands_(in, scopes_, symbols, function_.registers) {}

  // Behind `.entry` or `.func`. Adds the function to the module, or completes its earlier
  // declaration there.
  void parse(linkage link, bool is_entry);

 private:
  void parse_header();
  std::vector<std::uint32_t> parse_parameters();
  void parse_directives();
  void parse_dimensions(std::uint32_t (&into)[3]);
  void announce(const token& name);

  void parse_body();
  void parse_statement();
  void parse_directive(const token& directive);
  void parse_variables(state_space space, linkage link);
  void parse_registers();
  void parse_label(const token& name);
  void parse_branch_targets(const token& name);
  void parse_instruction(const token& opcode, std::int32_t guard, bool negated);

  lexer& in_;
  module& module_;
  module_symbols& symbols_;
  location_table& locations_;
  function function_;
  scope_stack scopes_;
  operand_parser operands_;
};

}  // namespace lockstep::ptx
