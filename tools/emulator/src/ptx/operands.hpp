// Operands of an instruction.
// Source: PTX ISA, chapter 6 (instruction operands).
#pragma once

#include "ptx/lexer.hpp"
#include "ptx/module_symbols.hpp"
#include "ptx/scopes.hpp"
#include "ptx/syntax.hpp"

namespace lockstep::ptx {

class operand_parser {
 public:
  operand_parser(lexer& in, scope_stack& scopes, const module_symbols& symbols,
                 const std::vector<register_declaration>& registers)
      : in_(in), scopes_(scopes), symbols_(symbols), registers_(registers) {}

  // Everything up to the `;`, which is taken too. A call's parentheses make lists; elsewhere they
  // belong to constants.
  std::vector<operand> parse_all(bool is_call);

  // A name behind `@` or `@!`: the index of a predicate register.
  std::int32_t parse_guard();

  // Did the last parse_all meet a name that may be a label further on?
  bool waits_for_labels() const { return waits_for_labels_; }

 private:
  operand parse_operand(bool is_call);
  bool is_minus_of_register();
  operand parse_name(const token& name);
  operand parse_register(const token& name, const symbol& found);
  operand parse_special(const token& name);
  operand parse_address();
  operand parse_list(std::string_view close, bool is_call);
  operand parse_number();
  std::int64_t parse_offset();

  lexer& in_;
  scope_stack& scopes_;
  const module_symbols& symbols_;
  const std::vector<register_declaration>& registers_;
  bool waits_for_labels_ = false;
};

}  // namespace lockstep::ptx
