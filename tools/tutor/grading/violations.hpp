// An answer must be the learner's own and must leave the grader alone: what can be checked of that
// before it runs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "course/paths.hpp"

namespace lockstep::tutor {

// How a compiled answer breaks the rules, in words; empty if it does not. It must not run code
// before the grader has put its secrets away, use the grader's own functions or others that no
// answer needs (allowed_functions.hpp), or define functions of the runtime, the C library or the
// course. Bytes that are no object file break no rule.
[[nodiscard]] std::string violation_in_object(std::span<const std::byte> object,
                                              const std::vector<std::string>& offered = {});

// The same of an answer of which only kernels are asked for, or constants that its interface
// `offered`. No host code of it is in the grader's program (tools/graders/kernels.sh), so nothing
// can be wrong with that code; but a constant must be known when the answer is compiled.
[[nodiscard]] std::string violation_in_constants(std::span<const std::byte> object,
                                                 const std::vector<std::string>& offered);

// Which functions in the `source` of such an answer are without effect, as a sentence; empty if
// none is.
[[nodiscard]] std::string unused_host_code(const std::string& source);

// What an interface offers to answers besides libraries, to be `offered` above: the names that
// stand in its lines `extern ...;`.
[[nodiscard]] std::vector<std::string> offered_by(std::string_view header);
// Of all interfaces among the files that went into an answer, as seen from the checkout.
[[nodiscard]] std::vector<std::string> offered_by(const std::vector<std::string>& inputs,
                                                  const checkout_paths& paths);

// The first of the files that went into the answer that is another answer, or part of a grader; of
// exercises/ only headers may. Empty if there is none. `source` is the answer itself; all are
// relative to the checkout.
[[nodiscard]] std::string foreign_answer(const std::vector<std::string>& inputs,
                                         const std::string& source);

}  // namespace lockstep::tutor
