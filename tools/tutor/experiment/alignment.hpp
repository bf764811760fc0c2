// Which parts of two functions correspond: an answer's, and that of the course's solution.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "experiment/code.hpp"

namespace lockstep::tutor::experiment {

// Tokens from `first` up to `end`, without it, of the answer and of the solution, that do not
// correspond; one of the two ranges may be empty.
struct difference {
  std::size_t first = 0, end = 0;
  std::size_t solution_first = 0, solution_end = 0;
};

struct alignment {
  std::vector<difference> differences;  // in order; between them, the functions say the same
  // Names of the solution's variables, and what the answer calls them.
  std::map<std::string_view, std::string_view> names;
};

// By the longest common sequence of tokens (Needleman and Wunsch 1970), where a variable may have
// another name. Time and memory grow as the product of the lengths.
[[nodiscard]] alignment align(const code& answer, const declaration& function, const code& solution,
                              const declaration& solution_function);

// Lines of the answer that its solution has, too, and that say enough to be no coincidence.
[[nodiscard]] std::set<unsigned> lines_as_in(const code& answer, const code& solution);

// The function of the same name; else the only one that runs in the same place, host or device.
[[nodiscard]] const declaration* function_like(const declaration& one, const code& in);

// Whether a bracket of one difference has its partner in the other: then they make sense together
// only.
[[nodiscard]] bool share_brackets(const code& answer, const code& solution, const difference& one,
                                  const difference& other);

}  // namespace lockstep::tutor::experiment
