// Verdicts for other programs. All forms are made from the same verdicts.
#pragma once

#include <string>
#include <vector>

#include "../manifest.hpp"
#include "../places.hpp"
#include "../verdict.hpp"

namespace lockstep::tutor {

struct graded_exercise {
  const exercise* of;
  verdict result;
  bool untouched = false;  // the file is the stub: nobody has answered yet
};

// Points, from 0 to worth.total(). Results count by their share of right cases; what the checks and
// properties are worth is earned only by right results, as code that does nothing has no fault to
// be found. Nothing for what did not let the grader finish.
double score_of(const verdict& of, const points& worth);
// Nothing for a stub as it was delivered, which may be right and only miss a property.
double score_of(const graded_exercise& one);

// A test case for each case of each grader.
std::string to_junit(const std::vector<graded_exercise>& all);

// https://exercism.org/docs/building/tooling/test-runners/interface, version 3. What a case runs is
// read from the grader's source.
std::string to_exercism(const std::vector<graded_exercise>& all, const places& where);

// https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
std::string to_gradescope(const std::vector<graded_exercise>& all);

// RFC 4180: a header, and a line for each exercise: exercise, status, exit_code, points,
// points_possible, cases_passed, cases, headline, seconds. A headline that a spreadsheet would take
// for a formula has a "'" before it.
std::string to_csv(const std::vector<graded_exercise>& all);

// What a person is told of a verdict, below its headline.
std::string explanation(const verdict& of);

}  // namespace lockstep::tutor
