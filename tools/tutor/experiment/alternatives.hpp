// An answer and many alternatives to it, in one source and one program: compiling them one by one
// would take a second each.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"
#include "experiment/hunks.hpp"

namespace lockstep::tutor::experiment {

// The answer in a namespace of its own, and in one further in for each of `edits` those
// declarations that it changes, or that use what it changes. `shared`: variables that others know
// by their names, which stay outside. `more`: what edits may need besides. Empty where that cannot
// be done. `kernels_alone`: without the host code that uses what is changed.
[[nodiscard]] std::string source_with(const code& answer, const std::vector<edit>& edits,
                                      const std::vector<std::string>& shared = {},
                                      const borrowed& more = {}, bool kernels_alone = false);

// Whether the edits are such that kernels as PTX are enough: no host code changes, and no variable
// in device memory would have to be shared.
[[nodiscard]] bool are_of_kernels(const code& answer, const std::vector<edit>& edits);

// How much there is to compile of an edit.
struct cost {
  std::size_t amount = 0;
  bool is_on_device = false;
};
[[nodiscard]] cost cost_of(const code& answer, const edit& one);

// The alternatives in which a compiler's output finds fault.
[[nodiscard]] std::vector<std::size_t> faulty_ones(const std::string& compiler_output);

// Whether it finds fault in what was borrowed.
[[nodiscard]] bool borrowed_is_faulty(const std::string& compiler_output);

// Assembly of the functions that others know by the names that the answer gives them: each jumps to
// that of the alternative which the grader has selected (tools/graders/support/alternatives.cpp).
// `of_answer` and `of_all` are symbols of the answer alone, and of what `source_with` makes.
[[nodiscard]] std::string entries_for(const std::vector<std::string>& of_answer,
                                      const std::vector<std::string>& of_all,
                                      std::size_t alternatives);

// Which kernel of `ptx` stands for which: a line for each kernel of the answer, as the grader
// reads it (tools/graders/support/alternatives.hpp). Empty if an edit changes something, and none
// of these.
[[nodiscard]] std::string names_of_kernels(const std::vector<std::string>& of_answer,
                                           const std::string& ptx, const std::vector<edit>& edits);

}  // namespace lockstep::tutor::experiment
