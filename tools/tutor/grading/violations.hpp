// An answer must be the learner's own and must leave the grader alone: what can be checked of that
// before it runs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lockstep::tutor {

// How a compiled answer breaks the rules, in words; empty if it does not. It must not run code
// before the grader has put its secrets away, use the grader's own functions, or define functions
// of the runtime, the C library or the course. With `kernels_only` it must not run host code when
// the program begins or ends either, as static objects do. Bytes that are no object file break no
// rule.
[[nodiscard]] std::string violation_in_object(std::span<const std::byte> object,
                                              bool kernels_only = false);

// The first of the files that went into the answer that is another answer, or part of a grader; of
// exercises/ only headers may. Empty if there is none. `source` is the answer itself; all are
// relative to the checkout.
[[nodiscard]] std::string foreign_answer(const std::vector<std::string>& inputs,
                                         const std::string& source);

}  // namespace lockstep::tutor
