// Verdicts for other programs. All forms are made from the same verdicts.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "course/manifest.hpp"
#include "course/paths.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

struct graded_exercise {
  const exercise* of;
  verdict result;
  bool untouched = false;           // the file is the stub: nobody has answered yet
  bool missing = false;             // there is no file
  std::filesystem::path file = {};  // of a class's answer
};

// A student of a class, with a mark for each exercise.
struct graded_student {
  std::string name;
  std::vector<graded_exercise> marks;
  std::vector<std::string> notes = {};  // of the instructor's tool: what was not graded, and why
};

// A stub that passes because it misses no more than a property is no answer.
inline bool is_passed(const graded_exercise& one) { return one.result.passed() && !one.untouched; }

// "passed", "compile_error", ..., "missing", "not_started".
std::string status_of(const graded_exercise& one);

// Points, from 0 to worth.total(). Results count by their share of right cases; what the checks and
// properties are worth is earned only by right results, as code that does nothing has no fault to
// be found. Nothing for what did not let the grader finish.
double score_of(const verdict& of, const points& worth);
// Nothing for a stub as it was delivered, which may be right and only miss a property.
double score_of(const graded_exercise& one);

// As verify --json has it: docs/schemas/verify.json.
nlohmann::ordered_json to_json(const graded_exercise& one);

// A test case for each case of each grader; of a class, a suite for each student.
std::string to_junit(const std::vector<graded_exercise>& all);
std::string to_junit(const std::vector<graded_student>& all);

// https://exercism.org/docs/building/tooling/test-runners/interface, version 3. What a case runs is
// read from the grader's source.
std::string to_exercism(const std::vector<graded_exercise>& all, const checkout_paths& paths);

// https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
std::string to_gradescope(const std::vector<graded_exercise>& all);

// RFC 4180: a header, and a line for each exercise: exercise, status, exit_code, points,
// points_possible, cases_passed, cases, headline, seconds. A headline that a spreadsheet would take
// for a formula has a "'" before it.
std::string to_csv(const std::vector<graded_exercise>& all);
// The same with a column `student` before the others.
std::string to_csv(const std::vector<graded_student>& all);
// A text of a learner's or a program's as a cell of CSV, before it is quoted.
std::string text_cell(const std::string& any_bytes);

// Writes what was made for another program to a file. Throws failure (setup missing) if that cannot
// be done.
void write_export(const std::string& file, const std::string& text);

// What a person is told of a verdict, below its headline.
std::string explanation(const verdict& of);

}  // namespace lockstep::tutor
