// Where a number is rounded or cut off on its way to a result.
#pragma once

#include <optional>
#include <string>

#include "explanation.hpp"

namespace lockstep::grader::diagnosis {

// Of the wrong value that the node `writer` gives `element`. It speaks only if inputs go into the
// value as they go into one that is `right`, if there is one: then only its digits can be wrong.
[[nodiscard]] explanation loses_digits(const recording& seen, const std::string& element,
                                       std::uint32_t writer, std::optional<std::uint32_t> right);

}  // namespace lockstep::grader::diagnosis
