// Statements of which nothing is left, where nvcc is silent because they call a function: it warns
// of `a + b;`, but neither of `max(a, b);` nor of `a + f(b);`.
#pragma once

#include <optional>
#include <string>

namespace lockstep::tutor {

struct idle_statement {
  unsigned line = 0;
  std::string what;  // "the result of max is not used"
};

// The first one of a source.
std::optional<idle_statement> first_idle_statement(const std::string& source);

}  // namespace lockstep::tutor
