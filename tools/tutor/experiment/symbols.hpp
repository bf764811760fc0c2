// What an answer and its alternatives are called where they are linked: which of them stands for
// which.
#pragma once

#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {

// What template kernels were compiled for: "void sums<32u>(int const*)", which `template` makes the
// compiler compile again. `of_answer`: symbols.
[[nodiscard]] std::vector<std::string> instances_of_kernels(
    const code& answer, const std::vector<std::string>& of_answer);

// Which kernel of `ptx` stands for which: a line for each kernel of the answer, as the grader
// reads it (tools/graders/support/alternatives.hpp). Empty if an edit changes kernels, and none is
// there.
[[nodiscard]] std::string names_of_kernels(const code& answer,
                                           const std::vector<std::string>& of_answer,
                                           const std::string& ptx, const std::vector<edit>& edits);

// Assembly of the functions that others know by the names that the answer gives them: each jumps to
// that of the alternative which the grader has selected (tools/graders/support/alternatives.cpp).
// `of_answer` and `of_all` are symbols of the answer alone, and of what `source_with` makes.
[[nodiscard]] std::string entries_for(const std::vector<std::string>& of_answer,
                                      const std::vector<std::string>& of_all,
                                      std::size_t alternatives);

// The same where the answer itself is linked and keeps its functions under other names: only those
// are entries that some alternative has, too. They are given new names by `renamed`, in the words
// of objcopy(1).
struct host_entries {
  std::string code, renamed;
};
[[nodiscard]] host_entries entries_beside_answer(const std::vector<std::string>& of_answer,
                                                 const std::vector<std::string>& of_all,
                                                 std::size_t alternatives);

}  // namespace lockstep::tutor::experiment
