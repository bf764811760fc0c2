// The expressions of a source, and what each comes down to: parameters, built-in variables and
// numbers, whatever names stand for the steps between.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/code.hpp"

namespace lockstep::tutor::experiment {

struct expression {
  enum class role { value, condition, index, launch, result };
  std::size_t first = 0, last = 0;  // tokens, both of them its own
  role is = role::value;
  const declaration* function = nullptr;
};

// Of one function: what is assigned, returned, passed, tested, or used as an index.
[[nodiscard]] std::vector<expression> expressions_of(const code& of, const declaration& function);

// A name or a symbol of an expanded expression, without brackets, and the token that it comes from.
struct piece {
  std::string text;
  std::size_t token = 0;
};

struct expanded {
  std::string text;
  std::vector<piece> pieces;
  std::set<std::string> leaves;  // "size", "threadIdx.x", "sm.registers", "min": no numbers
};

// What a name that is computed nowhere stands for elsewhere; nothing: it has no meaning there.
using name_for = std::function<std::optional<std::string>(std::string_view name)>;

// An expression in which each constant is replaced by its value, and each call of a function that
// only returns a value by that value. Nothing if a name has no meaning, or it becomes too long.
[[nodiscard]] std::optional<expanded> expand(const code& of, const expression& one,
                                             const name_for& elsewhere);

// The line that alone holds what `one` has and `other` has not; 0: there is no such line.
[[nodiscard]] unsigned line_of_difference(const code& of, const expanded& one,
                                          const expanded& other);

}  // namespace lockstep::tutor::experiment
