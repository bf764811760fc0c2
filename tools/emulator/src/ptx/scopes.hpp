// Names inside a function: registers, variables, labels and lists, in nested `{ }`. An inner
// declaration hides an outer one.
//
// Registers are numbered by first use, not by declaration: `.reg .b32 %r<1000>;` costs nothing by
// itself, and what a program never touches does not appear in function::registers.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/lexer.hpp"
#include "ptx/syntax.hpp"

namespace lockstep::ptx {

struct symbol {
  enum class kind_t : std::uint8_t {
    reg,              // index: function::registers, once used
    variable,         // index: function::variables
    module_variable,  // index: module::variables
    branch_targets,   // index: function::branch_targets
    prototype,        // .callprototype or .calltargets: only its name counts
  };
  static constexpr std::uint32_t not_used_yet = UINT32_MAX;

  kind_t kind = kind_t::reg;
  scalar type = scalar::none;  // of a register
  std::uint8_t width = 1;      // of a vector register: 2 or 4 registers in a row
  std::uint32_t index = not_used_yet;
};

class scope_stack {
 public:
  static constexpr std::size_t deepest = 64;

  explicit scope_stack(function& f) : function_(f) {}

  void open(std::uint32_t line);
  std::size_t depth() const { return scopes_.size(); }

  void declare(const token& name, const symbol& what);
  // name<count>: name0 ... name(count-1), all of the same kind.
  void declare_registers(const token& name, std::uint64_t count, const symbol& what);

  // Nullptr if no scope has the name. A register found here is numbered from now on.
  const symbol* find(std::string_view name);

  // Labels may be used before they stand: uses are noted here and settled when scopes close.
  void place_label(const token& name);
  void use_labels_of_instruction(std::uint32_t index);
  void use_label_of_list(std::uint32_t list, const token& name);

  // Close the innermost scope. Throws syntax_error for a name that nothing declares, once no outer
  // scope is left.
  void close();

 private:
  struct range {
    symbol what;
    std::uint32_t count = 0;
  };
  struct list_use {
    std::uint32_t list = 0;
    std::uint32_t position = 0;
    token name;
  };
  struct scope {
    std::unordered_map<std::string_view, symbol> names;
    std::unordered_map<std::string_view, range> ranges;
    std::unordered_map<std::string_view, std::uint32_t> labels;
    std::vector<std::uint32_t> waiting_instructions;
    std::vector<list_use> waiting_lists;
  };

  static symbol* find_in(scope& s, std::string_view name);
  void number(symbol& s, std::string_view name);

  function& function_;
  std::vector<scope> scopes_;
};

}  // namespace lockstep::ptx
