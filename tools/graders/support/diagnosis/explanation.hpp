// Why an answer is wrong, as far as the record of its run shows it.
#pragma once

#include <lockstep/grader/trials.hpp>

#include <functional>
#include <string>
#include <vector>

#include "recording.hpp"

namespace lockstep::grader::diagnosis {

// In place of a launch: where its grid, or its block, gets its value, or the grid the order of its
// extents.
constexpr unsigned of_grid = 1, of_block = 2, of_order_of_grid = 3;

struct explanation {
  std::string cause;  // one sentence that stands alone, without the place
  source_place place;
  std::string launch_of = {};   // in place of a line: where the program launches this kernel
  std::string part = {};        // of the line, if it is known: "the comparison"
  std::string kernels_in = {};  // the file that they come from, if values explain it
  std::vector<std::string> evidence = {};  // further lines: a drawing, who did what
  std::string name = {};    // in place of a line, too: what stands there ("printf puts": either)
  unsigned occurrence = 0;  // of the name: 1 is the first; or of a launch: of_grid, of_block
  // Which line it is, seen from the place: "subscript", "declaration", "loop", "host"
  // (protocol::case_failure); empty: the place itself.
  const char* seen_from = "";
  bool may_be_a_race = false;  // among lanes, if one is found at the place: then that is the cause
  bool is_settled = false;     // no experiment can add to it

  explicit operator bool() const { return !cause.empty(); }
  bool has_place() const { return place.known() || !launch_of.empty() || !name.empty(); }
};

// What a process that the trial started has found out about its own failure.
explanation& cause_from_elsewhere();

// Runs the trial once more, recorded, and looks for the cause of its failure. Empty if the record
// does not show one.
[[nodiscard]] explanation explain(const std::function<void()>& trial);

// The same of a trial in which kernels launch too much or too little, though the results are right.
[[nodiscard]] explanation explain_launches(const std::function<void()>& trial,
                                           launch_plan required);

// Of a record: for tests, and for `explain`.
[[nodiscard]] explanation explain(const recording& seen);

}  // namespace lockstep::grader::diagnosis
