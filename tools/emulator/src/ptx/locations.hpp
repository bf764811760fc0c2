// `.loc` directives of a module -> module::locations.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "ptx/lexer.hpp"
#include "ptx/syntax.hpp"

namespace lockstep::ptx {

class location_table {
 public:
  explicit location_table(module& m) : module_(m) { module_.locations.emplace_back(); }

  void begin_function();

  // Behind `.loc`: file line column [, function_name label [+ number], inlined_at file line
  // column].
  void parse_loc(lexer& in);

  // Index into module::locations for the instruction that comes next; 0: none yet.
  std::uint32_t current() const { return current_; }

  // The last `.loc` had no line: the compiler made up what follows.
  bool is_made_up() const { return is_made_up_; }

  // The first location of the function: where instructions before any `.loc` belong.
  std::uint32_t first() const { return first_; }

 private:
  // The entry for this place; the latest of the function if there are several.
  std::uint32_t find_or_add(const location& place);

  struct by_place {
    std::size_t operator()(const location& l) const {
      return (l.file * 0x9E3779B1u ^ l.line) * 0x85EBCA77u ^ l.column;
    }
    bool operator()(const location& a, const location& b) const {
      return a.file == b.file && a.line == b.line && a.column == b.column;
    }
  };

  module& module_;
  std::unordered_map<location, std::uint32_t, by_place, by_place> latest_;  // of this function
  std::uint32_t current_ = 0;
  bool is_made_up_ = false;
  std::uint32_t first_ = 0;
};

}  // namespace lockstep::ptx
