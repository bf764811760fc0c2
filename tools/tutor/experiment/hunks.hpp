// Where an answer differs from the course's solution, statement by statement, and which of these
// places keep it from being right: what is left out of all of them at once shows which have to
// change (delta debugging, Zeller and Hildebrandt 2002).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiment/code.hpp"
#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {

struct hunk {
  std::vector<replacement> changes;  // towards the solution, in order
  std::vector<unsigned> lines;       // of the answer, that differ; of what is missing, beside it
  bool is_missing = false;           // the answer has nothing there
  bool is_missing_after = false;     // ... behind its line, and not before it
  std::size_t tokens = 0;            // that it replaces or inserts
  std::string what_is_missing;       // in the middle of a statement: a cause
  std::vector<quoted_part> parts;    // what the answer has in these lines
};

// At most `most`: those that stand nearest to each other count as one.
[[nodiscard]] std::vector<hunk> hunks_between(const code& answer, const code& solution,
                                              std::size_t most);

// What the solution declares and the answer does not, and headers that only the solution includes.
struct borrowed {
  std::string includes, declarations;
};
[[nodiscard]] borrowed only_in_solution(const code& answer, const code& solution);

// All of these at once. What is to blame is where they are.
[[nodiscard]] edit edit_of(const std::vector<const hunk*>& hunks);

// Whether its lines are few beside all that the functions around them do: an answer that goes
// another way as a whole has no line that decides.
[[nodiscard]] bool is_a_place(const code& answer, const edit& one);

}  // namespace lockstep::tutor::experiment
