// What of an answer has to be there once more, for an alternative to it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {

// Namespaces, and names of files for messages: of the answer, of an alternative (its number
// follows), and of what is borrowed from the solution.
constexpr std::string_view original = "lockstep_original", alternative = "lockstep_alternative_",
                           of_solution = "lockstep_borrowed";

// A source without its directives.
struct directives {
  std::string hoisted, rest;  // rest: blanks in their place
  bool is_simple = true;      // nothing depends on conditions
};
[[nodiscard]] directives split(std::string_view source);

[[nodiscard]] std::size_t offset_of(const code& answer, std::size_t token);

// The declarations that a change affects, by number: those that it changes, and what uses them.
// Without those that host code uses only by launching a kernel.
[[nodiscard]] std::vector<std::size_t> affected(const code& answer, const edit& one);
[[nodiscard]] std::vector<std::size_t> affected_on_host(const code& answer, const edit& one);

// `f(x)` as `(f)(x)`, for the answer's own functions: their declarations in its header, outside the
// namespace, would otherwise be found through the types of the arguments, too (C++
// [basic.lookup.argdep]).
[[nodiscard]] std::string without_lookup_by_arguments(const code& answer, const std::string& text);

// A declaration with what an edit changes in it. `rest`: the source without directives.
[[nodiscard]] std::string copy_of(const code& answer, const declaration& copied, const edit& with,
                                  const std::string& rest);

}  // namespace lockstep::tutor::experiment
